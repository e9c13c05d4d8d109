import { useEffect, useSyncExternalStore } from 'react';
import { notedSession } from '#api/known-session.ts';
import { followTabOwner, watchForgetting } from '#api/tab-memory.ts';
import { useSession } from '#api/use-session.ts';
import { SyncChip } from '#features/sync/sync-chip.tsx';
import { setPendingBadge } from '#offline/views/pending-badge.ts';
import { isCheckoutDocument } from '#ui/checkout-border.ts';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import { followLinkedCoupon } from './follow-linked-coupon.ts';
import { followOrders } from './follow-orders.ts';
import { forgetStored } from './forget-stored.ts';
import { InstalledParts } from './installed-parts.tsx';
import { reloadAfterDeploy } from './reload-after-deploy.ts';
import { storeBoughtFiles } from './store-bought-files.ts';
import { updateOffer } from './update-offer.ts';
import { UpdatePrompt } from './update-prompt.tsx';

/** The parts around every page that can wait until the page has rendered. */
export default function LateFrame() {
  const { accept } = useSyncExternalStore(updateOffer.subscribe, updateOffer.getState);
  const accountId = useSession(({ user }) => user?._id);
  useEffect(reloadAfterDeploy, []);
  useEffect(followOrders, []);
  useEffect(watchForgetting, []);
  const noted = useSyncExternalStore(notedSession.subscribe, notedSession.getState);
  useEffect(() => {
    if (noted) followTabOwner(noted);
  }, [noted]);
  const navigate = useShopNavigate();
  useEffect(() => {
    // Missing in browsers without the Launch Handler API.
    if (window.launchQueue)
      import('./launches.ts').then(
        ({ followLaunches }) => followLaunches(navigate),
        () => {},
      );
  }, [navigate]);
  useEffect(() => {
    if (accountId !== undefined) forgetStored(accountId);
  }, [accountId]);
  useEffect(() => (accountId === undefined ? undefined : storeBoughtFiles()), [accountId]);
  useEffect(
    () => (accountId === undefined ? undefined : followLinkedCoupon(accountId)),
    [accountId],
  );
  return (
    <>
      <SyncChip onWaiting={setPendingBadge} />
      <InstalledParts />
      {accept && !isCheckoutDocument && <UpdatePrompt accept={accept} />}
    </>
  );
}
