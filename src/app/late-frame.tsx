import { useEffect, useSyncExternalStore } from 'react';
import { SyncChip } from '#features/sync/sync-chip.tsx';
import { setWaitingBadge } from '#offline/waiting-badge.ts';
import { isCheckoutDocument } from '#ui/checkout-border.ts';
import { AppParts } from './app-parts.tsx';
import { reloadAfterDeploy } from './reload-after-deploy.ts';
import { updateOffer } from './update-offer.ts';
import { UpdatePrompt } from './update-prompt.tsx';

/** What stands around every page but can wait until the page does. */
export default function LateFrame() {
  const { accept } = useSyncExternalStore(updateOffer.subscribe, updateOffer.getState);
  useEffect(reloadAfterDeploy, []);
  return (
    <>
      <SyncChip onWaiting={setWaitingBadge} />
      <AppParts />
      {accept && !isCheckoutDocument && <UpdatePrompt accept={accept} />}
    </>
  );
}
