import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { paths, startsCustomRequest } from '#contract/shop/paths.ts';
import { newUuid } from '#contract/wire/new-uuid.ts';
import type { ChangedPush } from '#offline/accounts/renew-push.ts';
import { type BackgroundParts, sendInBackground } from '#offline/accounts/send-in-background.ts';
import {
  type ForgottenPictures,
  outboxSyncTag,
  refreshSyncTag,
  type ToWorker,
} from '#offline/catalogue/worker-messages.ts';
import { isSavingData } from '#offline/sending/is-saving-data.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { setPendingBadge } from '#offline/views/pending-badge.ts';
import { cachingRules, forgetSeenPictures, storeManifest } from './caching-rules.ts';
import { backoff, catalogue } from './catalogue.ts';
import { continueGallery, stopGallery, storeGallery } from './gallery.ts';
import { changePack, seasonPacks } from './kept-packs.ts';
import { askToMakeWay, makeWay, otherVersionWaits } from './make-way.ts';
import { openNotification } from './open-notification.ts';
import { fillPack, fillPictures, followShop, trimPack } from './pack.ts';
import { installedShell, installedVersion, precache, storedFiles } from './precache.ts';
import { checkReadiness } from './readiness.ts';
import { renewSubscription } from './renew-subscription.ts';
import { takeShared } from './share-target.ts';
import { deleteOldShells, type InstallEvent, routeAround, storeShells } from './shells.ts';
import { showPush } from './show-push.ts';
import { refreshLook } from './stored-look.ts';

declare const self: ServiceWorkerGlobalScope;

/** From the Background Sync specification; missing in the compiler's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** From the draft of Periodic Background Sync. */
interface Refreshing extends ServiceWorkerRegistration {
  readonly periodicSync?: { unregister(tag: string): Promise<void> };
}

// No directory index: the caching rules answer a screen's own URL.
registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
cleanupOutdatedCaches();
// Serve the pages of the first visit, too. Later versions wait for the buyer's consent.
clientsClaim();
for (const { matches, handler } of cachingRules) registerRoute(matches, handler);
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname === paths.home.path && startsCustomRequest(url.search),
  ({ request }) => takeShared(request),
  'POST',
);

self.addEventListener('install', (event: InstallEvent) => {
  event.waitUntil(precache.install(event).then(() => storeShells(event)));
  event.waitUntil(routeAround(event).catch(() => {}));
  event.waitUntil(storeManifest(event).catch(() => {}));
  event.waitUntil(refreshLook().catch(() => {}));
});
self.addEventListener('activate', (event) => {
  void precache.activate(event);
  event.waitUntil(deleteOldShells().catch(() => {}));
});

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  if ('type' in message) {
    event.waitUntil(askToMakeWay(self.registration.active).then(() => self.skipWaiting()));
    return;
  }
  if (message.kind === 'forget') {
    event.waitUntil(forgetSeen(message.isLeft, event.ports[0]));
  }
  if (message.kind === 'follow' || message.kind === 'pack') {
    const isStart = message.kind === 'pack';
    event.waitUntil(
      unlessInOutage(async () => {
        await (isStart ? fillPack : followShop)(fetchesPictures(message));
        if (!fetchesPictures(message)) return;
        await seasonPacks.continue(isStart);
        if (await catalogue.storeOlder(otherVersionWaits)) await continueGallery(true);
      }),
    );
  }
  if (message.kind === 'gallery') {
    const { wish } = message;
    const done = wish === 'store' ? storeGallery() : stopGallery(wish === 'delete');
    event.waitUntil(done.catch(() => {}));
  }
  if (message.kind === 'seasonPack') {
    event.waitUntil(changePack(message, event.ports[0]).catch(() => {}));
  }
  if (message.kind === 'makeWay') makeWay(event.ports[0]);
  if (message.kind === 'readiness') event.waitUntil(tellReadiness(event.ports[0]));
  if (message.kind === 'pictures') event.waitUntil(unlessInOutage(fillPictures));
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(event.data.json()));
});
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(event.notification)),
);

self.addEventListener('pushsubscriptionchange' as never, (event: ExtendableEvent & ChangedPush) =>
  event.waitUntil(renewSubscription(event, background)),
);

self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag === outboxSyncTag) event.waitUntil(sendWaiting());
});
self.addEventListener('periodicsync' as never, (event: SyncEvent) => {
  if (event.tag === refreshSyncTag) event.waitUntil(refreshShop());
});

const background: BackgroundParts = {
  client: { baseUrl: self.location.origin },
  clock: systemClock,
  random: Math.random,
  newId: newUuid,
  idb: null,
};

/** Refreshes the catalogue, then cart and wishlist, once each. A failure waits for the next refresh. */
async function refreshShop(): Promise<void> {
  await unlessInOutage(async () => {
    await catalogue.follow();
    if (!isSavingData()) await catalogue.storeOlder(otherVersionWaits);
  });
  // It respects the backoff itself.
  await sendInBackground({ ...background, lists: ['cart', 'wishlist'] }).catch(() => {});
}

async function tellReadiness(port: MessagePort | undefined): Promise<void> {
  const readiness = await checkReadiness({
    version: installedVersion,
    files: [...precache.getURLsToCacheKeys().values()],
    storedFiles,
    shell: installedShell,
    peek: catalogue.peek,
    origin: self.location.origin,
  });
  port?.postMessage(readiness);
}

async function forgetSeen(isLeft: boolean, port: MessagePort | undefined): Promise<void> {
  const pictures = forgetSeenPictures().catch(() => 0);
  const { periodicSync } = self.registration as Refreshing;
  const unregistered = isLeft && periodicSync?.unregister(refreshSyncTag);
  const packs = isLeft && seasonPacks.forgetOwn();
  await Promise.allSettled([catalogue.forgetSeen(), pictures, trimPack(), unregistered, packs]);
  const answer: ForgottenPictures = { pictures: await pictures };
  port?.postMessage(answer);
}

/**
 * Sends pending changes.
 * @throws while some are still pending, so that the browser wakes the worker again
 */
async function sendWaiting(): Promise<void> {
  const { waiting, needsWakeUp } = await sendInBackground(background);
  // No page is open, so the app icon shows the number of pending changes.
  await setPendingBadge(waiting);
  if (needsWakeUp) throw new Error('Changes still wait to be sent');
}

/** Not while another version waits: it can't take over until this one has finished, and then fetches them itself. */
function fetchesPictures({ withPictures }: { readonly withPictures: boolean }): boolean {
  return withPictures && !self.registration.waiting;
}

/** Runs `task` unless the shop is in an outage. If it is skipped or fails, the next minute or the next page requests it again. */
async function unlessInOutage(task: () => Promise<unknown>): Promise<void> {
  if (await backoff.maySend('catalogue')) await task().catch(() => {});
}
