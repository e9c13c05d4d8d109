import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { paths, stallPath } from '#contract/shop/paths.ts';
import { useSeasonPacks } from '#features/season-packs/use-season-packs.ts';
import { enterFullScreen, leaveFullScreen, useFullScreenEnd } from '#features/stall/full-screen.ts';
import { LeaveQuestion } from '#features/stall/leave-question.tsx';
import { countWishes } from '#features/stall/note-texts.ts';
import { entryCount, type StallEntry, showingEntry } from '#features/stall/stall-entry.ts';
import { StallScreen } from '#features/stall/stall-screen.tsx';
import { useStallDesigns } from '#features/stall/use-stall-designs.ts';
import { useStallNotes } from '#features/stall/use-stall-notes.ts';
import { WishForm } from '#features/stall/wish-form.tsx';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import { Announcer } from '#ui/announcer.tsx';
import { ToastRegion } from '#ui/toast-region.tsx';

/** Stall mode, outside the shop's frame. Only its start screen leads here; a reload stays. */
export default function StallDesignsPage() {
  const { search, state } = useLocation();
  const [first] = useState(() => showingEntry(state));
  const choice = new URLSearchParams(search).get('show');
  if (choice === null) return <Navigate to={paths.stall.path} replace />;
  if (!first) return <Navigate to={stallPath(choice)} replace />;
  return <Showing choice={choice} firstId={first.productId} />;
}

interface ShowingProps {
  readonly choice: string;
  readonly firstId: string | undefined;
}

function Showing({ choice, firstId }: ShowingProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isLeaving = useRef(false);
  const designs = useStallDesigns(choice, useSeasonPacks());
  const notes = useStallNotes();
  const wanted = useMemo(() => countWishes(notes), [notes]);
  const [wished, setWished] = useState<PackDesign | null>(null);
  const ask = () => {
    if (!isLeaving.current) setAsking(true);
  };

  const isBack = showingEntry(location.state) === null;
  const returnAndAsk = useEffectEvent(() => {
    if (isLeaving.current) return;
    void navigate(1);
    ask();
  });
  useEffect(() => {
    if (isBack) returnAndAsk();
  }, [isBack]);
  useFullScreenEnd(ask);

  function leave(): void {
    isLeaving.current = true;
    leaveFullScreen();
    void navigate(-entryCount);
  }

  return (
    <>
      <StallScreen
        designs={designs}
        firstId={firstId}
        onShow={({ productId }) => {
          const entry: StallEntry = { stall: 'showing', productId };
          void navigate(location, { replace: true, state: entry });
        }}
        wanted={wanted}
        onWish={setWished}
        onAsk={ask}
        onLeave={leave}
      />
      {wished && <WishForm design={wished} onClose={() => setWished(null)} />}
      {isAsking && (
        <LeaveQuestion
          onStay={() => {
            enterFullScreen();
            setAsking(false);
          }}
          onLeave={leave}
        />
      )}
      <ToastRegion />
      <Announcer />
    </>
  );
}
