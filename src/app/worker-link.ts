import { Workbox } from 'workbox-window';
import { reach } from '#api/reach.ts';
import type { ToWorker } from '#offline/catalogue/worker-messages.ts';
import { outboxSyncTag } from '#offline/catalogue/worker-messages.ts';
import { device } from '#offline/open-device.ts';
import { refreshByItself } from './refresh-by-itself.ts';
import { reloadWhenCalm, untilFree } from './reload-when-calm.ts';
import { savesData } from './saves-data.ts';
import { sayAddress } from './say-address.ts';
import { offerUpdate, putOffUpdate } from './update-offer.ts';

/** A browser wakes the worker within this time of a change. */
const wakeMs = 1_000;
/** While the shop is in view the worker looks this often what changed in the catalogue. */
const followMs = 60_000;
/** While the shop can't be reached it is tried this often. */
const retryMs = 15_000;
/** A shop that stays open asks for new versions of itself this often. */
const updateMs = 60 * 60_000;

/** Registers the worker, has it keep what is needed without a signal, and offers its new versions. */
export async function linkWorker(): Promise<void> {
  sayAddress();
  const workbox = new Workbox(workerUrl());
  followVersions(workbox);
  const registration = await workbox.register();
  // The worker that this page was registered with, once it answers requests.
  await workbox.controlling;
  // The one that answers for this page: Workbox would tell one that still waits for consent.
  const tell = (message: ToWorker) => navigator.serviceWorker.controller?.postMessage(message);
  tell({ kind: 'pack', withPictures: !savesData() });

  let followedAt = Date.now();
  const follow = (isDue: boolean) => {
    if (document.visibilityState !== 'visible') return;
    if (!isDue && reach.getState().isReached && Date.now() - followedAt < followMs) return;
    followedAt = Date.now();
    tell({ kind: 'follow', withPictures: !savesData() });
  };
  setInterval(() => follow(false), retryMs);
  document.addEventListener('visibilitychange', () => follow(true));
  addEventListener('online', () => follow(true));
  // What has just failed may not have begun the backoff yet: a loss asks nothing.
  reach.subscribe(({ isReached }) => {
    if (isReached) follow(true);
  });
  setInterval(() => void workbox.update().catch(() => {}), updateMs);
  wakeForWaiting(registration);
  refreshByItself(registration).catch(() => {});
}

/** What waits when the shop is closed is sent by the worker, where the browser wakes it. */
function wakeForWaiting(registration: ServiceWorkerRegistration | undefined): void {
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  if (!sync) return;
  // Refused, as in a private window: the next visit sends.
  const ask = () => void sync.register(outboxSyncTag).catch(() => {});
  let isWaiting = false;
  /** Once for each time that something begins to wait: registered while it runs, the event is fired again at once. */
  const askOnce = () => {
    const wasWaiting = isWaiting;
    const { waiting, requests } = device().syncView();
    isWaiting = waiting.length > 0 || requests.some(({ isRefused }) => !isRefused);
    if (isWaiting && !wasWaiting) ask();
  };
  device().watchSync(askOnce);
  askOnce();
  // A browser gives up after a few events in vain.
  addEventListener('offline', () => isWaiting && ask());
  document.addEventListener('visibilitychange', () => {
    if (isWaiting && document.visibilityState === 'hidden') ask();
  });
}

/** New versions come by consent: this page reloads at once then, the other tabs when nobody minds. */
function followVersions(workbox: Workbox): void {
  let isAccepted = false;
  workbox.addEventListener('waiting', () =>
    offerUpdate(() => {
      isAccepted = true;
      putOffUpdate();
      // A worker that is woken to send just then, a moment after a change, Chromium keeps for minutes.
      void untilFree(wakeMs).then(() => workbox.messageSkipWaiting());
    }),
  );
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that brought it: the same version.
    if (isControlled) {
      reloadWhenCalm(isAccepted);
      // Where another tab agreed, this one's button only has to load it.
      if (!isAccepted) offerUpdate(() => location.reload());
    }
    isControlled = true;
  });
}

/** The one script address that may become a worker: the policy lets nothing else through. */
function workerUrl(): string {
  const url = '/sw.js';
  const policies = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (!policies) return url;
  const policy = policies.createPolicy('pinwheel-worker', { createScriptURL: () => url });
  // Workbox takes the trusted form and only types it as a text.
  return policy.createScriptURL(url) as unknown as string;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): object };
}
