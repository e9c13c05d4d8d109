import { setTimeout } from 'node:timers/promises';
import { maxWithin } from '#tests/support/most-within.ts';
import { openOutageDevices } from '#tests/support/outage-devices.ts';

const pollMs = 50;
/** Longer than any wait: a change not sent by then never will be. */
const patienceMs = 6 * 60_000;

export interface OutageRow {
  readonly name: string;
  /** Requests of the device while the shop was in trouble. */
  readonly requests: number;
  /** From the end of the outage until the shop had the change; null: it never did. */
  readonly arrivedMs: number | null;
  readonly holds: boolean;
}

/**
 * Simulates every kind of outage at once for `seconds`, each with its own device that is visible and has a
 * change to send. Decision 022 says what is expected.
 */
export async function sufferOutages(seconds: number): Promise<readonly OutageRow[]> {
  const { devices, close } = await openOutageDevices();
  try {
    return await Promise.all(
      devices.map(async ({ name, retryAfter, begin, requests: timesOf, end, hasArrived }) => {
        await begin();
        await setTimeout(seconds * 1000);
        const times = timesOf();
        const endedAt = performance.now();
        end();
        const since = () => performance.now() - endedAt;
        while (!hasArrived() && since() < patienceMs) await setTimeout(pollMs);
        const arrivedMs = hasArrived() ? Math.round(since()) : null;
        const isSent = arrivedMs !== null && arrivedMs <= maxMs(seconds, retryAfter);
        const holds = isSent && isWithinBounds(times, seconds, retryAfter);
        return { name, requests: times.length, arrivedMs, holds };
      }),
    );
  } finally {
    await close();
  }
}

/** Whether a device sent no more requests than allowed; one may be in flight when it is told to wait. */
function isWithinBounds(
  times: readonly number[],
  seconds: number,
  retryAfter: number | null,
): boolean {
  if (retryAfter !== null) return times.length <= 1 + Math.ceil(seconds / retryAfter);
  return maxWithin(times, 20_000) <= 6 && maxWithin(times, 10 * 60_000) <= 15;
}

/** How long a change may take once the shop is back: the next attempt comes by then. */
function maxMs(seconds: number, retryAfter: number | null): number {
  if (retryAfter !== null) return retryAfter * 1100 + 3000;
  return seconds <= 20 ? 3000 : Math.min(180, seconds) * 1000 + 3000;
}
