import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '#offline/sending/system-clock.ts';

const day = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As in browsers: a timer that is too long fires at once. */
function limitTimers(): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (task: () => void, ms: number) =>
    setTimeout(task, ms > 2 ** 31 - 1 ? 1 : ms),
  );
}

test('a timer of 62 days runs once, after 62 days', () => {
  limitTimers();
  let runs = 0;
  systemClock.after(62 * day, () => {
    runs += 1;
  });
  vi.advanceTimersByTime(62 * day - 1);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(1);
  expect(runs).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  vi.unstubAllGlobals();
});

test('can be cancelled however long it still has to go', () => {
  const cancel = systemClock.after(62 * day, () => {
    throw new Error('Cancelled');
  });
  vi.advanceTimersByTime(40 * day);
  cancel();
  vi.advanceTimersByTime(40 * day);
});
