import { Workbox } from 'workbox-window';
import { firstAnswer, isShopReached, reach } from '#api/reach.ts';
import { trustedScriptUrl } from '#api/trusted-script-url.ts';
import type { ToPage, ToWorker } from '#offline/catalogue/worker-messages.ts';
import { outboxSyncTag } from '#offline/catalogue/worker-messages.ts';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import { isSavingData } from '#offline/sending/is-saving-data.ts';
import { followPush } from './follow-push.ts';
import { refreshByItself } from './refresh-by-itself.ts';
import { reloadWhenIdle, untilNothingIsSent } from './reload-when-idle.ts';
import { reportUrl } from './report-url.ts';
import { offerUpdate, putOffUpdate } from './update-offer.ts';

/** A browser fires background sync within this time of a change. */
const wakeMs = 1_000;
/** How often the worker checks the catalogue for changes while the shop is visible. */
const followMs = 60_000;
/** How often to retry while the shop can't be reached. */
const retryMs = 15_000;
/** How often an open shop checks for a new version of itself. */
const updateMs = 60 * 60_000;

/** Registers the worker, has it store what is needed offline, and offers new versions. */
export async function linkWorker(): Promise<void> {
  reportUrl();
  const workbox = new Workbox(trustedScriptUrl('pinwheel-worker', '/sw.js'));
  const hadWorker = navigator.serviceWorker.controller !== null;
  const registration = await register(workbox);
  const update = () => workbox.update().catch(() => {});
  // The browser looks for another worker later, when a short visit may be over. Without the shop, it would print an error.
  if (hadWorker) {
    void firstAnswer.then(() => {
      if (isShopReached()) void update();
    });
  }
  await untilControlled();
  // Messages the worker that controls this page; Workbox would message one still waiting for consent.
  const tell = (message: ToWorker) => navigator.serviceWorker.controller?.postMessage(message);
  let isPacked = false;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === 'packed') isPacked = true;
  });
  /** The first request may come in an outage, or end in one, so it is made until the worker says that all is stored. */
  const ask = () => tell({ kind: isPacked ? 'follow' : 'pack', withPictures: !isSavingData() });
  ask();

  // Not the device's clock, which may be set back.
  let followedAt = performance.now();
  const follow = (isDue: boolean) => {
    if (document.visibilityState !== 'visible') return;
    if (!isDue && reach.getState().isReached && performance.now() - followedAt < followMs) return;
    followedAt = performance.now();
    ask();
  };
  setInterval(() => follow(false), retryMs);
  document.addEventListener('visibilitychange', () => follow(true));
  addEventListener('online', () => follow(true));
  // Only on success: right after a failure the backoff may not have started, and a lost connection needs no request.
  reach.subscribe(({ isReached }) => {
    if (isReached) follow(true);
  });
  setInterval(() => void update(), updateMs);
  wakeForWaiting(registration);
  if (registration) followPush(registration);
  refreshByItself(registration).catch(() => {});
}

/** Until a worker answers this page's requests. Workbox doesn't say so of one that an earlier page began to install. */
function untilControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return Promise.resolve();
  return new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
}

/** Asks the browser to wake the worker, so that pending changes are sent when the shop is closed. */
function wakeForWaiting(registration: ServiceWorkerRegistration | undefined): void {
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  if (!sync) return;
  // If refused, as in a private window, the next visit sends them.
  const ask = () => void sync.register(outboxSyncTag).catch(() => {});
  let isWaiting = false;
  /** Registers once each time changes become pending: registering while the event runs would fire it again at once. */
  const askOnce = () => {
    const wasWaiting = isWaiting;
    const { waiting, requests } = device().syncView();
    isWaiting = waiting.length > 0 || requests.some(isPending);
    if (isWaiting && !wasWaiting) ask();
  };
  device().watchSync(askOnce);
  askOnce();
  // Registers again, because a browser gives up after a few failed events.
  addEventListener('offline', () => isWaiting && ask());
  document.addEventListener('visibilitychange', () => {
    if (isWaiting && document.visibilityState === 'hidden') ask();
  });
}

/** Registers the worker. A new version needs consent: this page then reloads at once, other tabs when they are idle. */
async function register(workbox: Workbox): Promise<ServiceWorkerRegistration | undefined> {
  let isAccepted = false;
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that installed it: it is the same version.
    if (isControlled) {
      reloadWhenIdle(isAccepted);
      // Another tab agreed; the button here only has to reload.
      if (!isAccepted) offerUpdate(() => location.reload());
    }
    isControlled = true;
  });
  const registration = await workbox.register();
  if (registration) {
    offerNext(registration, () => {
      isAccepted = true;
      putOffUpdate();
      // Chromium keeps a worker alive for minutes if it is woken to send just then, so wait until nothing is being sent.
      void untilNothingIsSent(wakeMs).then(() => workbox.messageSkipWaiting());
    });
  }
  return registration;
}

/** Offers each version that is installed and waits. Workbox's own event no longer comes once an installation has failed. */
function offerNext(registration: ServiceWorkerRegistration, accept: () => void): void {
  const offer = () => {
    // The first version waits for a moment, too, but replaces none.
    if (registration.waiting && registration.active) offerUpdate(accept);
  };
  const follow = () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => next.state === 'installed' && offer());
  };
  registration.addEventListener('updatefound', follow);
  follow();
  offer();
}
