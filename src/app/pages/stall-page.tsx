import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#contract/shop/paths.ts';
import { useSeasonPacks } from '#features/season-packs/use-season-packs.ts';
import { enterFullScreen } from '#features/stall/full-screen.ts';
import type { StallChoice } from '#features/stall/stall-choices.ts';
import type { StallEntry } from '#features/stall/stall-entry.ts';
import { StallStart } from '#features/stall/stall-start.tsx';

export default function StallPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();

  function start({ key }: StallChoice): void {
    enterFullScreen();
    const to = `${paths.stallDesigns.path}?${new URLSearchParams({ show: key })}`;
    const guard: StallEntry = { stall: 'guard' };
    const showing: StallEntry = { stall: 'showing' };
    void navigate(to, { state: guard });
    void navigate(to, { state: showing });
  }

  return (
    <div className="page">
      <StallStart packs={useSeasonPacks()} proposed={query.get('show')} onStart={start} />
    </div>
  );
}
