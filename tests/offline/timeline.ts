import type { Clock } from '#offline/sending/drainer.ts';

export interface Timeline {
  readonly clock: Clock;
  /** Runs what is due until `ms` after the start, in order; everything that one task starts ends before the next. */
  runTo(ms: number): Promise<void>;
}

/** Time shared by many devices, which passes only when told to. */
export function createTimeline(): Timeline {
  const start = Date.UTC(2026, 5, 1);
  let now = start;
  let timers: { readonly at: number; readonly task: () => void }[] = [];
  return {
    clock: {
      now: () => now,
      after(ms, task) {
        const timer = { at: now + Math.max(0, ms), task };
        const place = timers.findLastIndex(({ at }) => at <= timer.at) + 1;
        timers.splice(place, 0, timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    async runTo(ms) {
      for (let next = timers[0]; next && next.at <= start + ms; next = timers[0]) {
        timers.shift();
        now = next.at;
        next.task();
        // Nothing here waits for anything but promises.
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = start + ms;
    },
  };
}
