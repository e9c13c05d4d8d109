import { expect, test } from 'vitest';
import { type AwakeParts, keepAwake } from '#features/stall/keep-awake.ts';

/** A page that can be hidden, and a screen that says how many locks keep it on. */
function makePage() {
  const events = new EventTarget();
  const state = { visibilityState: 'visible' as DocumentVisibilityState, held: 0, asked: 0 };
  const wakeLock = {
    async request() {
      state.asked += 1;
      state.held += 1;
      return {
        async release() {
          state.held -= 1;
        },
      } as WakeLockSentinel;
    },
  };
  const document: AwakeParts['document'] = {
    get visibilityState() {
      return state.visibilityState;
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  async function show(visibilityState: DocumentVisibilityState): Promise<void> {
    // The browser releases the lock of a hidden page.
    if (visibilityState === 'hidden') state.held = 0;
    state.visibilityState = visibilityState;
    events.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
  }
  return { state, show, wakeLock, document };
}

test('keeps the screen on until the end', async () => {
  const page = makePage();
  const stop = keepAwake(page);
  await Promise.resolve();
  expect(page.state.held).toBe(1);
  stop();
  expect(page.state.held).toBe(0);
  await page.show('visible');
  expect(page.state.asked).toBe(1);
});

test('keeps it on again once the page is visible again', async () => {
  const page = makePage();
  keepAwake(page);
  await page.show('hidden');
  expect(page.state).toMatchObject({ held: 0, asked: 1 });
  await page.show('visible');
  expect(page.state).toMatchObject({ held: 1, asked: 2 });
});

test('releases a lock that is granted after the end', async () => {
  const page = makePage();
  keepAwake(page)();
  await Promise.resolve();
  await Promise.resolve();
  expect(page.state).toMatchObject({ held: 0, asked: 1 });
});

test('a browser without wake locks, or one that refuses, is left alone', async () => {
  const page = makePage();
  expect(() => keepAwake({ ...page, wakeLock: undefined })()).not.toThrow();
  const refused = { request: () => Promise.reject(new DOMException('low', 'NotAllowedError')) };
  expect(() => keepAwake({ ...page, wakeLock: refused })()).not.toThrow();
});
