import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToWorker } from '#offline/catalogue/worker-messages.ts';
import { nothingToSync, type PendingChange, type SyncView } from '#offline/views/sync-view.ts';

const minute = 60_000;

/**
 * A page whose worker records its messages, and says at once that everything is stored if `isPacked`. No version is in use
 * if `isFirst`; Firefox and Safari have no background sync.
 */
async function linkPage({ isPacked = true, isFirst = false, hasSync = true } = {}) {
  const posted: ToWorker[] = [];
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    readyState: 'complete',
  });
  const window = new EventTarget();
  const worker = Object.assign(new EventTarget(), {
    scriptURL: 'http://shop.test/sw.js',
    postMessage: (message: ToWorker) => void posted.push(message),
  });
  let registrations = 0;
  let looks = 0;
  const sync = { register: async () => void registrations++ };
  const next: { installing: ServiceWorker | null; waiting: ServiceWorker | null } = {
    installing: null,
    waiting: null,
  };
  const registration = Object.assign(new EventTarget(), next, {
    active: isFirst ? null : worker,
    update: async () => {
      looks += 1;
      return registration;
    },
    ...(hasSync && { sync }),
  });
  let view: SyncView = nothingToSync;
  const listeners = new Set<() => void>();
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: isFirst ? null : worker,
    register: async () => registration,
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('location', new URL('http://shop.test/shop'));
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('navigator', { serviceWorker, onLine: true });
  // Each page has its own modules.
  vi.resetModules();
  vi.doMock('#offline/open-device.ts', () => ({
    device: () => ({
      syncView: () => view,
      watchSync: (listener: () => void) => listeners.add(listener),
    }),
  }));
  const { linkWorker } = await import('#app/worker-link.ts');
  const { reportReach } = await import('#api/reach.ts');
  const { updateOffer, putOffUpdate } = await import('#app/update-offer.ts');
  const linked = linkWorker();
  if (isFirst) {
    await vi.advanceTimersByTimeAsync(0);
    serviceWorker.controller = worker;
    serviceWorker.dispatchEvent(new Event('controllerchange'));
  }
  await linked;
  const pack = () =>
    serviceWorker.dispatchEvent(new MessageEvent('message', { data: { kind: 'packed' } }));
  if (isPacked) pack();
  return {
    reportReach,
    pack,
    posted,
    putOffUpdate,
    isOffered: () => updateOffer.getState().accept !== null,
    /** The browser finds another version, which is then installed or not. */
    find(state: 'installed' | 'redundant'): void {
      const found = Object.assign(new EventTarget(), { state: 'installing' });
      const asWorker = found as unknown as ServiceWorker;
      registration.installing = asWorker;
      registration.dispatchEvent(new Event('updatefound'));
      found.state = state;
      registration.installing = null;
      if (state === 'installed') registration.waiting = asWorker;
      found.dispatchEvent(new Event('statechange'));
    },
    /** How often the browser was asked to look for another version. */
    looks: () => looks,
    /** How often the worker was asked to poll. */
    follows: () =>
      posted.filter((message) => 'kind' in message && message.kind === 'follow').length,
    show(visibilityState: 'visible' | 'hidden'): void {
      document.visibilityState = visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    comeOnline: () => window.dispatchEvent(new Event('online')),
    goOffline: () => window.dispatchEvent(new Event('offline')),
    /** How often the browser was asked to wake the worker. */
    registrations: () => registrations,
    /** Changes the outbox: `count` changes are pending, the first was attempted `tries` times. */
    wait(count: number, tries = 0): void {
      const waiting = Array.from({ length: count }, (_, place): PendingChange => {
        const problem = tries > 0 ? { status: null, code: 'FETCH_ERROR', message: '' } : null;
        return { opId: `op ${place}`, kind: 'wish', title: null, problem };
      });
      view = { ...nothingToSync, waiting };
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('#offline/open-device.ts');
});

it('polls every minute while the shop is visible', async () => {
  const page = await linkPage();
  vi.advanceTimersByTime(minute - 1);
  expect(page.follows()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(page.follows()).toBe(1);
  vi.advanceTimersByTime(9 * minute);
  expect(page.follows()).toBe(10);
});

it('does not poll while the shop is hidden, and polls at once when it is visible again', async () => {
  const page = await linkPage();
  page.show('hidden');
  vi.advanceTimersByTime(10 * minute);
  expect(page.follows()).toBe(0);
  page.show('visible');
  expect(page.follows()).toBe(1);
  vi.advanceTimersByTime(minute);
  expect(page.follows()).toBe(2);
});

it('polls at once when the device is online again or the shop is reachable again', async () => {
  const page = await linkPage();
  page.comeOnline();
  expect(page.follows()).toBe(1);
  page.reportReach(false);
  const before = page.follows();
  page.reportReach(true);
  expect(page.follows()).toBe(before + 1);
});

it('asks for everything to be stored until the worker says that it is', async () => {
  const page = await linkPage({ isPacked: false });
  page.comeOnline();
  vi.advanceTimersByTime(minute);
  page.pack();
  page.comeOnline();
  expect(page.posted.map((message) => 'kind' in message && message.kind)).toEqual([
    'pack',
    'pack',
    'pack',
    'follow',
  ]);
});

it('polls every 15 seconds while the shop is unreachable, but not the moment it is lost', async () => {
  const page = await linkPage();
  page.reportReach(false);
  expect(page.follows()).toBe(0);
  vi.advanceTimersByTime(minute);
  expect(page.follows()).toBe(4);
});

it('asks for a wake once whenever changes become pending, however often they are tried', async () => {
  const page = await linkPage();
  expect(page.registrations()).toBe(0);
  for (let tries = 0; tries < 200; tries += 1) page.wait(1, tries);
  page.wait(2, 200);
  expect(page.registrations()).toBe(1);
  page.wait(0);
  page.wait(1);
  expect(page.registrations()).toBe(2);
});

it('asks for no wake where the browser has no background sync', async () => {
  const page = await linkPage({ hasSync: false });
  page.wait(1);
  page.show('hidden');
  page.goOffline();
  expect(page.registrations()).toBe(0);
  expect(page.posted).toEqual([{ kind: 'pack', withPictures: true }]);
});

it('asks for a wake again when the page or the network goes away', async () => {
  const page = await linkPage();
  page.show('hidden');
  page.goOffline();
  expect(page.registrations()).toBe(0);
  page.show('visible');
  page.wait(1);
  page.show('hidden');
  page.goOffline();
  page.show('visible');
  expect(page.registrations()).toBe(3);
});

it('offers a version that is installed after others could not be', async () => {
  const page = await linkPage();
  page.find('redundant');
  page.find('redundant');
  expect(page.isOffered()).toBe(false);
  page.find('installed');
  expect(page.isOffered()).toBe(true);
});

it('offers a version that was put off again only once there is another', async () => {
  const page = await linkPage();
  page.find('installed');
  page.putOffUpdate();
  page.find('redundant');
  expect(page.isOffered()).toBe(false);
  page.find('installed');
  expect(page.isOffered()).toBe(true);
});

it('looks for another version once the shop has answered, and every hour', async () => {
  const page = await linkPage();
  page.reportReach(false);
  await vi.advanceTimersByTimeAsync(minute);
  expect(page.looks()).toBe(0);
  page.reportReach(true);
  page.reportReach(true);
  await vi.advanceTimersByTimeAsync(minute);
  expect(page.looks()).toBe(1);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(page.looks()).toBe(2);
});

it('does not look for another version if the shop was lost since it answered', async () => {
  const page = await linkPage();
  page.reportReach(true);
  page.reportReach(false);
  await vi.advanceTimersByTimeAsync(minute);
  expect(page.looks()).toBe(0);
});

it('does not look for another version on the first visit', async () => {
  const page = await linkPage({ isFirst: true });
  page.reportReach(true);
  await vi.advanceTimersByTimeAsync(minute);
  expect(page.looks()).toBe(0);
});

it('does not offer the first version', async () => {
  const page = await linkPage({ isFirst: true });
  page.find('installed');
  expect(page.isOffered()).toBe(false);
});
