import { afterEach, expect, test, vi } from 'vitest';
import { askToMakeWay, makeWay, otherVersionWaits } from '../../sw/make-way.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** An active worker that is asleep until `wake` is called. */
function sleepingWorker() {
  let wake = () => {};
  const active = {
    postMessage(_message: unknown, [port]: MessagePort[]) {
      wake = () => makeWay(port);
    },
  } as ServiceWorker;
  return { active, wake: () => wake() };
}

test('the next version takes over once the active one is awake, which ends what lasts long', async () => {
  const { active, wake } = sleepingWorker();
  let isAwake = false;
  const asking = askToMakeWay(active).then(() => {
    isAwake = true;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(isAwake).toBe(false);

  wake();
  await asking;
  expect(otherVersionWaits.aborted).toBe(true);
});

test('the next version takes over after a second from one that does not answer, and at once from none', async () => {
  vi.useFakeTimers();
  await askToMakeWay(null);
  const asking = askToMakeWay(sleepingWorker().active);
  await vi.advanceTimersByTimeAsync(1_000);
  await asking;
});
