import { outcomeOf, type SendOutcome } from './send-outcome.ts';

/** Who asks without the buyer: the outbox with the pulls after it, or the copy of the catalogue. */
export type Requester = 'sync' | 'catalogue';

/** What says that the shop may be back: the browser, or an answer of the shop to another request. */
export type RecoverySign = 'hint' | 'answer';

/** The shop fails to answer this device. Times in milliseconds since 1970. */
export interface Outage {
  /** Whose request failed last or was told when to come again, or who has the turn. */
  readonly by: Requester;
  /** The first failure. */
  readonly since: number;
  /** The last one, or the turn that began since. */
  readonly failedAt: number;
  /** The device asks nothing by itself before. */
  readonly retryAt: number;
  /** The wait has another reason than that no answer came: nothing shortens a `Retry-After`. */
  readonly isFixed: boolean;
  /** The last sign that shortened the backoff: a hint does so once, and an answer once more. */
  readonly shortenedBy: RecoverySign | null;
}

/** Six requests in 20 seconds, and less than 3 s too late after an outage that long. */
const shortMs = 3_500;
/** The seventh request is the last of these: an eighth would make sixteen in ten minutes with a hint. */
const shortUntilMs = 21_000;
/** All devices together stay below three times the normal load when a shop returns. */
const longestMs = 3 * 60_000;
const longestAskedMs = 5 * 60_000;
/** A change on which the server fails costs two requests: itself, and whether the server is well. */
const faultMs = 7_500;

/** The outage after a request failed at `now`; `random` is in [0, 1). A refusal by the shop ends it. */
export function outageAfterFailure(
  known: Outage | null,
  by: Requester,
  error: unknown,
  now: number,
  random: number,
): Outage | null {
  const outcome = outcomeOf(error);
  if (outcome.kind === 'ask' || outcome.kind === 'refused') return outageAfterAnswer(known, by);
  const since = Math.min(known?.since ?? now, now);
  const wait = waitMs(outcome, now - since, random);
  // What another request was told still counts, after a press too.
  const told = known?.isFixed && !isDue(known, now) ? known : null;
  return {
    by: told?.by ?? by,
    since,
    failedAt: now,
    retryAt: Math.max(now + wait, told?.retryAt ?? 0),
    isFixed: told !== null || outcome.retryAfter !== null || outcome.kind === 'fault',
    shortenedBy: known?.shortenedBy ?? null,
  };
}

/** How long to wait after a failure, in milliseconds, when the first was `lasted` before it; `random` is in [0, 1). */
export function waitMs(
  { kind, retryAfter }: Pick<SendOutcome, 'kind' | 'retryAfter'>,
  lasted: number,
  random: number,
): number {
  if (retryAfter !== null) return askedMs(retryAfter, random);
  return Math.max(kind === 'fault' ? faultMs : shortMs, backoffMs(lasted, random));
}

/** As long again as the outage has lasted, spread by a third. Presses and tries don't make it longer. */
function backoffMs(lasted: number, random: number): number {
  if (lasted < shortUntilMs) return shortMs;
  return Math.round(Math.min(longestMs, lasted) * ((2 + random) / 3));
}

/** Never sooner than the server asks, and not everybody at the same moment. */
function askedMs(seconds: number, random: number): number {
  return Math.round(Math.min(longestAskedMs, seconds * 1000 * (1 + random / 10)));
}

/** A success of what failed ends it, and so does any of the outbox; another is only a sign. */
export function outageAfterAnswer(known: Outage | null, by: Requester): Outage | null {
  return known && by !== known.by && by !== 'sync' ? shortened(known, 'answer') : null;
}

/** The outage as it is once there is a sign that the shop is back. */
export function shortened(known: Outage, sign: RecoverySign): Outage {
  const retryAt = known.failedAt + shortMs;
  const isUsedUp = known.shortenedBy === 'answer' || known.shortenedBy === sign;
  if (known.isFixed || isUsedUp || retryAt >= known.retryAt) return known;
  return { ...known, retryAt, shortenedBy: sign };
}

/** A request of `by` has its turn at `now`: no other goes with it, and its success ends the outage. */
export function withTurn(known: Outage, by: Requester, now: number): Outage {
  return { ...known, by, failedAt: now, retryAt: now + shortMs, isFixed: false };
}

/** Whether a request may go at `now`. A time further ahead than any backoff is due to a clock that was wrong. */
export function isDue({ retryAt }: Pick<Outage, 'retryAt'>, now: number): boolean {
  return retryAt <= now || retryAt > now + longestAskedMs;
}
