import { outcomeOf, type SendOutcome } from './send-outcome.ts';

/** What sends requests on its own: the outbox with the lists that follow it, the saved orders, or the catalogue replica. */
export type Requester = 'sync' | 'orders' | 'catalogue';

/** Who sent a request, and when (ms since 1970). */
export interface SentRequest {
  readonly by: Requester;
  readonly at: number;
}

/** What suggests that the shop is back: a hint from the browser, or an answer to some other request. */
export type RecoverySign = 'hint' | 'answer';

/** A period in which the shop doesn't answer this device. Times are in ms since 1970. */
export interface Outage {
  /** Whose request failed last, was given a Retry-After, or has the turn now. */
  readonly by: Requester;
  /** The first failure. */
  readonly since: number;
  /** The last failure, or the start of the turn since then. */
  readonly failedAt: number;
  /** No request is sent automatically before this. */
  readonly retryAt: number;
  /** The wait was set by a Retry-After or a server fault, so no sign shortens it. */
  readonly isFixed: boolean;
  /** The last sign that shortened the backoff. A hint shortens it once, an answer once more. */
  readonly shortenedBy: RecoverySign | null;
}

/** At most six requests in 20 s, and at most 3 s late after an outage that short. */
const shortMs = 3_500;
/** The seventh request is the last of these: an eighth would make sixteen in ten minutes, counting one hint. */
const shortUntilMs = 21_000;
/** Keeps all devices together below three times the normal load when a shop returns. */
const longestMs = 3 * 60_000;
const longestAskedMs = 5 * 60_000;
/** A change that the server fails on costs two requests: the change itself, and a check that the server is healthy. */
const faultMs = 7_500;

/** The outage after a request failed at `now`; `random` is in [0, 1). A refusal by the shop is an answer, so it ends the outage. */
export function outageAfterFailure(
  known: Outage | null,
  sent: SentRequest,
  error: unknown,
  now: number,
  random: number,
): Outage | null {
  const outcome = outcomeOf(error);
  if (outcome.kind === 'ask' || outcome.kind === 'refused') return outageAfterAnswer(known, sent);
  const since = Math.min(known?.since ?? now, now);
  const wait = waitMs(outcome, now - since, random);
  // A Retry-After given to another request still counts, even after the buyer pressed.
  const fixed = known?.isFixed && !isDue(known, now) ? known : null;
  return {
    by: fixed?.by ?? sent.by,
    since,
    failedAt: now,
    retryAt: Math.max(now + wait, fixed?.retryAt ?? 0),
    isFixed: fixed !== null || outcome.retryAfter !== null || outcome.kind === 'fault',
    shortenedBy: known?.shortenedBy ?? null,
  };
}

/** How long to wait after a failure, in ms; `lasted` is how long ago the first failure was, `random` is in [0, 1). */
export function waitMs(
  { kind, retryAfter }: Pick<SendOutcome, 'kind' | 'retryAfter'>,
  lasted: number,
  random: number,
): number {
  if (retryAfter !== null) return askedMs(retryAfter, random);
  return Math.max(kind === 'fault' ? faultMs : shortMs, backoffMs(lasted, random));
}

/** Waits as long again as the outage has lasted, spread over a third. Presses and attempts don't make it longer. */
function backoffMs(lasted: number, random: number): number {
  if (lasted < shortUntilMs) return shortMs;
  return Math.round(Math.min(longestMs, lasted) * ((2 + random) / 3));
}

/** Never sooner than the server asks, and not all devices at once. */
function askedMs(seconds: number, random: number): number {
  return Math.round(Math.min(longestAskedMs, seconds * 1000 * (1 + random / 10)));
}

/**
 * The outage ends if the request that failed now succeeds, or any request of the outbox; any other answer is
 * only a sign. So is an answer to a request that was sent before the shop asked for the wait.
 */
export function outageAfterAnswer(known: Outage | null, sent: SentRequest): Outage | null {
  if (!known) return null;
  const isEarlier = known.isFixed && sent.at < known.failedAt;
  const isAwaited = sent.by === known.by || sent.by === 'sync';
  return isEarlier || !isAwaited ? shortened(known, 'answer') : null;
}

/** The outage after a sign that the shop may be back. */
export function shortened(known: Outage, sign: RecoverySign): Outage {
  const retryAt = known.failedAt + shortMs;
  const isUsedUp = known.shortenedBy === 'answer' || known.shortenedBy === sign;
  if (known.isFixed || isUsedUp || retryAt >= known.retryAt) return known;
  return { ...known, retryAt, shortenedBy: sign };
}

/** The outage while a request of `by` has its turn at `now`: no other is sent with it, and its success ends the outage. */
export function withTurn(known: Outage, by: Requester, now: number): Outage {
  return { ...known, by, failedAt: now, retryAt: now + shortMs, isFixed: false };
}

/** Whether a request may be sent at `now`. A time further ahead than the longest backoff comes from a clock that was wrong. */
export function isDue({ retryAt }: Pick<Outage, 'retryAt'>, now: number): boolean {
  return retryAt <= now || retryAt > now + longestAskedMs;
}
