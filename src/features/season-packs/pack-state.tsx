import { useSyncExternalStore } from 'react';
import { isShopReached, reach } from '#api/reach.ts';
import type { SeasonPack } from '#offline/catalogue/season-pack-store.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceActions, ChoiceNote } from '#ui/choice-part.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { amountText, statusText } from './pack-texts.ts';
import { StallLink } from './stall-link.tsx';
import { keepPack, removePack } from './use-season-packs.ts';

/** How far a pack is, and what can be done with it. */
export function PackState({ pack }: { readonly pack: SeasonPack }) {
  const isReached = useSyncExternalStore(reach.subscribe, isShopReached);
  const { id, name, source, status, wanted, pictures } = pack;
  return (
    <>
      {status !== 'done' && wanted > 0 && (
        <>
          <ProgressBar
            label={`Pictures of ${name} stored`}
            value={pictures}
            max={wanted}
            text={amountText(pack)}
          />
          <ChoiceNote>{amountText(pack)}</ChoiceNote>
        </>
      )}
      <ChoiceNote isStatus isProblem={status === 'full'}>
        {statusText(pack, isReached)}
      </ChoiceNote>
      <ChoiceActions>
        {status === 'full' && (
          <Button variant="paper" onClick={() => void keepPack(name, source)}>
            Continue
          </Button>
        )}
        {pack.designs > 0 && <StallLink name={name} source={source} />}
        <Button
          variant="quiet"
          aria-label={status === 'running' ? `Cancel storing ${name}` : `Remove ${name}`}
          onClick={() => removePack(id)}
        >
          {status === 'running' ? 'Cancel' : 'Remove from this device'}
        </Button>
      </ChoiceActions>
    </>
  );
}
