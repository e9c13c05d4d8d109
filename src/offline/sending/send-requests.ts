import type { Client } from '#api/client.ts';
import { type designTypes, referenceImagesField } from '#contract/shop/custom-request.ts';
import { requestTokenHeader } from '#contract/shop/own-paths.ts';
import type { ReadyPart } from '#contract/shop/ready.ts';
import type { ThreadKind } from '#contract/shop/thread.ts';
import { ApiError, isTooLargeForProxy } from '#contract/wire/api-error.ts';
import type { CallOptions } from '#contract/wire/client.ts';
import { isDue, waitMs } from '#offline/outbox/outage.ts';
import { faultsAfter, shouldGiveUp } from '#offline/outbox/repeated-faults.ts';
import {
  acknowledgeRequest,
  isAbout,
  isNext,
  markRequestTried,
  pendingRequests,
  picturesOf,
  postponeRequest,
  type RequestBackoff,
  refuseRequest,
} from '#offline/outbox/request-rules.ts';
import type {
  CustomRequestOp,
  MessageAbout,
  Picture,
  RequestFields,
} from '#offline/outbox/rows.ts';
import {
  foreignAfter,
  outcomeOf,
  type SendOutcome,
  ThisOpFailed,
} from '#offline/outbox/send-outcome.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { Backoff } from './device-backoff.ts';
import type { Clock } from './drainer.ts';
import { keepSentReview } from './keep-sent-review.ts';

/** Ten pictures over a slow connection take a while. */
const sendMs = 10 * 60_000;
/** A silent network is given up on sooner, or it would hold up a waiting buyer and the browser's shutdown. */
const answerMs = 4_000;
const signedOut = 'You were signed out before it was sent. It’s saved for when you sign in again.';
const tooLarge =
  'The shop’s server refuses pictures of this size. Please send fewer or smaller ones, or describe them in words.';
const cutOff =
  'The connection broke each time your pictures were sent. Please send fewer or smaller ones, or try again.';

interface Sender {
  readonly request: Client['request'];
  /** False as soon as another account, or nobody, is signed in. */
  readonly isCurrent: () => boolean;
}

export interface RequestSenderParts extends Sender {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly backoff: Backoff;
}

/** Sends one custom request under its opId, after checking that the shop has what it needs. Returns its id there. @throws ApiError, or the signal's reason */
export async function sendRequest(
  sender: Sender,
  op: CustomRequestOp,
  pictures: readonly Picture[],
  signal?: AbortSignal,
): Promise<string> {
  await askWhetherThere(sender, 'database', signal);
  return upload(sender, op, pictures, signal);
}

async function askWhetherThere(
  { request }: Sender,
  needs: ReadyPart,
  signal?: AbortSignal,
): Promise<void> {
  await request('ready', { query: { needs }, timeoutMs: answerMs, ...(signal && { signal }) });
}

async function upload(
  sender: Sender,
  { opId, fields, about }: CustomRequestOp,
  pictures: readonly Picture[],
  signal?: AbortSignal,
): Promise<string> {
  const { request, isCurrent } = sender;
  const { designType, subject = '', ...texts } = fields;
  // Words touch no file, so they arrive while the shop is without its files.
  if (pictures.length > 0) await askWhetherThere(sender, 'files', signal);
  // If somebody else has signed in since, it would be sent under their name.
  if (!isCurrent()) throw new ApiError(401, { code: 'NOT_SIGNED_IN', message: signedOut });
  try {
    const options = {
      files: { [referenceImagesField]: pictures.map(({ file }) => file) },
      idempotencyKey: opId,
      timeoutMs: sendMs,
      ...(signal && { signal }),
    };
    if (about?.kind === 'review') return await sendReview(request, about.id, fields, options);
    const { data } = await (about
      ? request('sendMessage', messageOf({ ...texts, subject }, about, options))
      : request('customRequest', {
          // The server refuses an empty choice.
          body: { ...texts, designType: designType as (typeof designTypes)[number] },
          ...options,
        }));
    return data._id;
  } catch (cause) {
    // The proxy will refuse these pictures tomorrow, too.
    const isFinal = pictures.length > 0 && isTooLargeForProxy(cause);
    throw isFinal
      ? new ApiError(413, { code: 'TOO_LARGE', message: tooLarge }, null, { cause })
      : cause;
  }
}

/** Names nobody where the shop knows who writes. */
function messageOf<O>(
  { name, email, subject, description: text }: Omit<CustomRequestOp['fields'], 'designType'>,
  { id, token, ...about }: MessageAbout,
  options: O,
) {
  return {
    params: { kind: about.kind as ThreadKind, id },
    body: {
      text,
      ...(name !== '' && { name }),
      ...(email !== '' && { email }),
      ...(subject !== '' && subject !== undefined && { subject }),
    },
    ...options,
    ...(token !== undefined && { headers: { [requestTokenHeader]: token } }),
  };
}

/** Sends the review of a design, or takes it back. Returns the review's id, or that of the design. */
async function sendReview(
  request: Client['request'],
  designId: string,
  { stars = '', description: text, keepsPhoto, takesBack }: RequestFields,
  options: CallOptions,
): Promise<string> {
  const params = { id: designId };
  if (takesBack) {
    const { files: _, ...others } = options;
    await request('takeBackReview', { params, ...others });
    return designId;
  }
  // The server refuses an empty choice.
  const body = { stars: stars as '1', text, ...(keepsPhoto && { keepsPhoto }) };
  return (await request('sendReview', { params, body, ...options })).data._id;
}

/** What a run sends. */
export interface RequestRun {
  /** Also what isn't due. */
  readonly pressed?: boolean;
  /** Only the messages of this thread. */
  readonly about?: MessageAbout;
}

/**
 * Sends each pending request and message that is due. Returns when to try again (ms since 1970), or
 * null if nothing is waiting for a time.
 */
export async function drainRequests(
  parts: RequestSenderParts,
  { pressed: isPressed = false, about }: RequestRun,
): Promise<number | null> {
  const { store, clock, backoff } = parts;
  const wanted = pendingRequests(await store.read()).filter((op) => !about || isAbout(op, about));
  for (const op of wanted) {
    const { opId, nextAttemptAt } = op;
    if (!parts.isCurrent()) return null;
    if (!isPressed && !isDue({ retryAt: nextAttemptAt }, clock.now())) continue;
    if (!isNext(await store.read(), op)) continue;
    const maySend = await backoff.maySend('sync');
    if (!maySend && !isPressed) return backoff.retryAt();
    await attempt(parts, opId);
  }
  return nextTry(pendingRequests(await store.read()), backoff.retryAt());
}

/** The outage lasts at least until `outageUntil`; without one, a request without a time waits for the buyer. */
function nextTry(waiting: readonly CustomRequestOp[], outageUntil: number | null): number | null {
  if (waiting.length === 0) return null;
  const times = waiting.map(({ nextAttemptAt }) => nextAttemptAt);
  if (outageUntil !== null) return Math.max(outageUntil, Math.min(...times));
  const known = times.filter((time) => time > 0);
  return known.length > 0 ? Math.min(...known) : null;
}

async function attempt(parts: RequestSenderParts, opId: string): Promise<void> {
  const { store, clock } = parts;
  const rows = await store.change((before) => markRequestTried(before, opId));
  const op = rows.requests.find((candidate) => candidate.opId === opId);
  if (op?.state !== 'sending') return;
  let _id: string;
  try {
    _id = await parts.backoff.track('sync', sendWaiting(parts, op, picturesOf(rows, op)));
  } catch (error) {
    const outcome = outcomeOf(error);
    const { kind, problem, isOnlyThisOp } = outcome;
    const faults = faultsAfter(outcome, op, clock.now());
    const isFault = kind === 'fault' && isOnlyThisOp;
    if (kind === 'refused' || (isFault && shouldGiveUp(faults, clock.now()))) {
      await store.change((before) => refuseRequest(before, opId, problem));
      return;
    }
    const postponed = { problem, faults, foreign: foreignAfter(outcome, op.foreign) };
    const backoff = isOnlyThisOp ? thisOpBackoff(parts, op, outcome) : { nextAttemptAt: 0 };
    await store.change((before) => postponeRequest(before, opId, postponed, backoff));
    return;
  }
  const doneAt = new Date(clock.now()).toISOString();
  await store.change((before) => acknowledgeRequest(before, opId, doneAt));
  // A device that is full shows it once it is asked for again.
  await keepSentReview(store, op, { _id, writtenAt: doneAt }).catch(() => {});
}

/** @throws ThisOpFailed if the shop answers but this request has to wait; otherwise as `sendRequest` */
async function sendWaiting(
  sender: Sender,
  op: CustomRequestOp,
  pictures: readonly Picture[],
): Promise<string> {
  await askWhetherThere(sender, 'database');
  try {
    return await upload(sender, op, pictures);
  } catch (cause) {
    const isCut = cause instanceof ApiError && cause.status === 'FETCH_ERROR';
    if (isCut && pictures.length > 0) {
      // Some proxies cut the connection instead of refusing a size. An outage is another matter.
      await askWhetherThere(sender, 'database');
      const problem = { code: 'TOO_LARGE', message: cutOff } as const;
      throw new ThisOpFailed(new ApiError(cause.status, problem, null, { cause }), 'fault');
    }
    const { kind } = outcomeOf(cause);
    if (kind === 'later' || kind === 'fault') throw new ThisOpFailed(cause);
    throw cause;
  }
}

function thisOpBackoff(
  { clock, random }: RequestSenderParts,
  op: CustomRequestOp,
  outcome: SendOutcome,
): RequestBackoff {
  const now = clock.now();
  const failingSince = Math.min(op.failingSince ?? now, now);
  return { failingSince, nextAttemptAt: now + waitMs(outcome, now - failingSince, random()) };
}
