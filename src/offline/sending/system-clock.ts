import type { Clock } from './drainer.ts';

/** The browser fires a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The browser's clock, with timers of any length. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    let timer: ReturnType<typeof setTimeout>;
    const arm = (left: number) => {
      const next = Math.min(left, longestTimerMs);
      timer = setTimeout(() => (left > next ? arm(left - next) : task()), next);
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};
