import type { Client } from '#api/client.ts';
import { ApiError } from '#contract/api-error.ts';
import { type designTypes, referenceImagesField } from '#contract/custom-request.ts';
import type { AccountStore } from './account-store.ts';
import { faultsAfter, shouldDeadLetter } from './dead-letter.ts';
import type { Backoff } from './device-backoff.ts';
import type { Clock } from './drainer.ts';
import {
  acknowledgeRequest,
  markRequestTried,
  picturesOf,
  postponeRequest,
  refuseRequest,
  waitingRequests,
} from './request-rules.ts';
import type { CustomRequestOp, Picture } from './rows.ts';
import { foreignAfter, outcomeOf } from './send-outcome.ts';

/** Ten pictures over a slow line take their time. */
const sendMs = 10 * 60_000;
/** So long is no silent network given: it would hold up whoever waits, and the browser's end. */
const answerMs = 4_000;
const signedOut = 'You were signed out before it was sent. It is kept for when you are back.';

interface Sender {
  readonly request: Client['request'];
  /** False as soon as another account, or nobody, is signed in. */
  readonly isCurrent: () => boolean;
}

export interface RequestSenderParts extends Sender {
  readonly store: AccountStore;
  /** Whether the server says that it is well. */
  readonly isServerWell: () => Promise<boolean>;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Sends one custom request under its opId, once the shop answers at all. @throws ApiError, or the signal's reason */
export async function sendRequest(
  { request, isCurrent }: Sender,
  { opId, fields }: CustomRequestOp,
  pictures: readonly Picture[],
  signal?: AbortSignal,
): Promise<void> {
  const { designType, ...texts } = fields;
  await request('health', { timeoutMs: answerMs, ...(signal && { signal }) });
  // Somebody else may have signed in meanwhile: it would go out under their name.
  if (!isCurrent()) throw new ApiError(401, { code: 'NOT_SIGNED_IN', message: signedOut });
  await request('customRequest', {
    // Nothing chosen is the server's to refuse.
    body: { ...texts, designType: designType as (typeof designTypes)[number] },
    files: { [referenceImagesField]: pictures.map(({ file }) => file) },
    idempotencyKey: opId,
    timeoutMs: sendMs,
    ...(signal && { signal }),
  });
}

/** Sends each request that waits, until one fails. Answers when to try again (ms since 1970), null: nothing waits for a time. */
export async function drainRequests(
  parts: RequestSenderParts,
  isPressed: boolean,
): Promise<number | null> {
  const { store, backoff } = parts;
  for (const { opId } of waitingRequests(await store.read())) {
    if (!parts.isCurrent()) return null;
    const isOpen = await backoff.isOpen();
    if (!isOpen && !isPressed) return backoff.retryAt();
    await attempt(parts, opId);
  }
  return waitingRequests(await store.read()).length > 0 ? backoff.retryAt() : null;
}

async function attempt(parts: RequestSenderParts, opId: string): Promise<void> {
  const { store, clock, isServerWell } = parts;
  const rows = await store.change((before) => markRequestTried(before, opId));
  const op = rows.requests.find((candidate) => candidate.opId === opId);
  if (op?.state !== 'waiting') return;
  try {
    await parts.backoff.track('sync', sendRequest(parts, op, picturesOf(rows, op)));
  } catch (error) {
    const outcome = outcomeOf(error);
    const { kind, problem } = outcome;
    const faults = await faultsAfter(outcome, op, clock.now(), isServerWell);
    if (kind === 'refused' || shouldDeadLetter(faults, clock.now())) {
      await store.change((before) => refuseRequest(before, opId, problem));
      return;
    }
    const foreign = foreignAfter(outcome, op.foreign);
    await store.change((before) => postponeRequest(before, opId, { problem, faults, foreign }));
    return;
  }
  const doneAt = new Date(clock.now()).toISOString();
  await store.change((before) => acknowledgeRequest(before, opId, doneAt));
}
