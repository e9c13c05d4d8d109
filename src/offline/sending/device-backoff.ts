import { ApiError } from '#contract/wire/api-error.ts';
import {
  isDue,
  type Outage,
  outageAfterAnswer,
  outageAfterFailure,
  type RecoverySign,
  type Requester,
  shortened,
  withTurn,
} from '#offline/outbox/outage.ts';
import { ThisOpFailed } from '#offline/outbox/send-outcome.ts';
import { changeOutage } from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import type { Clock } from './drainer.ts';

/** The backoff for every request this device sends on its own, shared by its tabs and the worker. */
export interface Backoff {
  /** Whether a request of `by` may be sent now. During an outage only one request is allowed at a time. */
  maySend(by: Requester): Promise<boolean>;
  /**
   * Records how a request that was just sent ends, and returns its result. An answer that the device had saved
   * isn't recorded: it says nothing about the shop.
   */
  track<T>(by: Requester, asking: Promise<T>, isSaved?: (answer: T) => boolean): Promise<T>;
  /** Reports a sign that the shop is back. */
  shorten(sign: RecoverySign): Promise<void>;
  /** When the device may ask again (ms since 1970), as last known here; null: now. */
  retryAt(): number | null;
}

export interface BackoffParts {
  readonly idb: IndexedDb | null;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
}

export function createBackoff({ idb, clock, random }: BackoffParts): Backoff {
  let known: Outage | null = null;
  /** The end of a wait that has passed on this page, whatever happened to the clock since. */
  let waitedUntil = Number.NaN;
  let cancelWait = () => {};

  async function change(rule: (outage: Outage | null) => Outage | null): Promise<void> {
    const before = known?.retryAt;
    try {
      known = await changeOutage(idb, rule);
    } catch {
      // Without storage, each page keeps its own backoff.
      known = rule(known);
    }
    if (known?.retryAt !== before) awaitEnd(known?.retryAt ?? null);
  }

  function awaitEnd(retryAt: number | null): void {
    cancelWait();
    if (retryAt === null) return;
    // A moment before the others that wait for the same time.
    const wait = Math.max(0, retryAt - clock.now() - 1);
    cancelWait = clock.after(wait, () => {
      waitedUntil = retryAt;
    });
  }

  return {
    async maySend(by) {
      let isDueNow = true;
      await change((outage) => {
        isDueNow = !outage || outage.retryAt === waitedUntil || isDue(outage, clock.now());
        return outage && isDueNow ? withTurn(outage, by, clock.now()) : outage;
      });
      return isDueNow;
    },
    async track(by, asking, isSaved = () => false) {
      const sent = { by, at: clock.now() };
      try {
        const answer = await asking;
        if (known && !isSaved(answer)) await change((outage) => outageAfterAnswer(outage, sent));
        return answer;
      } catch (error) {
        // A request that was never sent says nothing about the shop.
        if (error instanceof ApiError && error.savedAt === null) {
          await change((outage) => outageAfterFailure(outage, sent, error, clock.now(), random()));
        } else if (error instanceof ThisOpFailed) {
          await change((outage) => outageAfterAnswer(outage, sent));
        }
        throw error;
      }
    },
    shorten: (sign) => change((outage) => outage && shortened(outage, sign)),
    retryAt: () => known?.retryAt ?? null,
  };
}
