import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToWorker } from '#offline/worker-messages.ts';

const minute = 60_000;

/** A page whose worker notes what it is told. */
async function linkPage() {
  const told: ToWorker[] = [];
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    readyState: 'complete',
  });
  const view = new EventTarget();
  const worker = Object.assign(new EventTarget(), {
    scriptURL: 'http://shop.test/sw.js',
    postMessage: (message: ToWorker) => void told.push(message),
  });
  const registration = Object.assign(new EventTarget(), {
    active: worker,
    update: async () => registration,
  });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: worker,
    register: async () => registration,
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  vi.stubGlobal('location', new URL('http://shop.test/shop'));
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('navigator', { serviceWorker });
  // Each page has modules of its own.
  vi.resetModules();
  const { linkWorker } = await import('#app/worker-link.ts');
  const { noteReach } = await import('#api/reach.ts');
  await linkWorker();
  return {
    noteReach,
    /** How often the worker was asked what changed. */
    follows: () => told.filter((message) => 'kind' in message && message.kind === 'follow').length,
    show(visibilityState: 'visible' | 'hidden'): void {
      document.visibilityState = visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    comeOnline: () => view.dispatchEvent(new Event('online')),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks every minute what changed while the shop is in view', async () => {
  const page = await linkPage();
  vi.advanceTimersByTime(minute - 1);
  expect(page.follows()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(page.follows()).toBe(1);
  vi.advanceTimersByTime(9 * minute);
  expect(page.follows()).toBe(10);
});

it('asks nothing while the shop is hidden, and at once when it is in view again', async () => {
  const page = await linkPage();
  page.show('hidden');
  vi.advanceTimersByTime(10 * minute);
  expect(page.follows()).toBe(0);
  page.show('visible');
  expect(page.follows()).toBe(1);
  vi.advanceTimersByTime(minute);
  expect(page.follows()).toBe(2);
});

it('asks at once when the device is online again or the shop is reached again', async () => {
  const page = await linkPage();
  page.comeOnline();
  expect(page.follows()).toBe(1);
  page.noteReach(false);
  const before = page.follows();
  page.noteReach(true);
  expect(page.follows()).toBe(before + 1);
});

it('asks every quarter of a minute while the shop is not reached', async () => {
  const page = await linkPage();
  page.noteReach(false);
  const before = page.follows();
  vi.advanceTimersByTime(minute);
  expect(page.follows()).toBe(before + 4);
});
