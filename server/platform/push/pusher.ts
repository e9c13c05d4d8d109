import { createHash } from 'node:crypto';
import type { PushMessage } from '#contract/shop/push-news.ts';
import type { Env } from '../env.ts';
import { storageFailure } from '../http/storage-problem.ts';
import { allEnded } from '../jobs/all-ended.ts';
import { type Claim, doNext, type End } from '../jobs/do-next.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import type { Services } from '../services/services.ts';
import { type PushKeys, readPushKeys } from './push-keys.ts';
import {
  type ClaimedPush,
  giveBackPush,
  type PushOutcome,
  type PushTables,
  pushWork,
  settlePush,
} from './push-outbox.ts';

/** How often to check the outbox. */
const everyMs = 5000;
/** A push is useful for a day. */
const ttlSeconds = 86_400;
const answerMs = 10_000;
/** How many pushes are sent in parallel, so that a slow push service doesn't hold up the others. */
const sideBySide = 5;

export type PushServices = Pick<Services, 'database' | 'clock' | 'env' | 'log'>;

/** Writes the words of one kind of push to buyers when it is sent; null if there is nothing to say. */
export type PushWriter = (
  services: PushServices,
  push: ClaimedPush,
) => Promise<Pick<PushMessage, 'title' | 'body' | 'path'> | null>;

/** The pushes of one audience: buyers or staff. */
export interface Pushes {
  readonly tables: PushTables;
  /** Writes a message when it is sent, so that a retry says what is true then; null if there is nothing to say. */
  readonly write: (services: PushServices, push: ClaimedPush) => Promise<object | null>;
}

/** Sends a text to a browser's push service. */
export type PushSender = (push: ClaimedPush, text: string, keys: PushKeys) => Promise<PushOutcome>;

/**
 * Sends the push that is due first; returns false if none is. An outage of the database uses up no attempt: what
 * happened is recorded once it is over, unless `stop` is aborted. Decision 046 says when a push may be sent twice.
 * @throws what the database threw while the push was written
 */
export function pushNext(
  services: PushServices,
  pushes: Pushes,
  send: PushSender,
  stop?: AbortSignal,
): Promise<boolean> {
  const { tables } = pushes;
  return doNext(
    services,
    pushWork(tables),
    async (push, claim) => {
      const outcome = await attempt(services, pushes, send, push, claim);
      if (outcome === null) return (change) => giveBackPush(change, tables, push);
      const settle: End = (change) => settlePush(change, tables, push, outcome);
      if (outcome === 'failed') {
        services.log.warn({ attempts: push.attempts }, 'sending a push failed');
        return settle;
      }
      await claim.record(settle);
      return null;
    },
    stop,
  );
}

/**
 * Writes and sends a claimed push; null if another process may have taken it by now, and send it.
 * @throws if the database is away, so that it can't be written
 */
async function attempt(
  services: PushServices,
  { write }: Pushes,
  send: PushSender,
  push: ClaimedPush,
  claim: Claim,
): Promise<PushOutcome | null> {
  const { database, clock, log } = services;
  try {
    const message = await write(services, push);
    if (!message) return 'sent';
    const keys = await readPushKeys(database, clock());
    if (!claim.lastsFor(answerMs)) return null;
    return await send(push, JSON.stringify(message), keys);
  } catch (error) {
    if (storageFailure(error)) throw error;
    // Perhaps another version queued it. Counted like any failure, so that it is given up in the end.
    log.error({ err: error, kind: push.kind }, 'a push could not be written');
    return 'failed';
  }
}

/** Sends everything that is due, until stopped. */
export async function pushAll(
  services: PushServices,
  pushes: Pushes,
  send: PushSender,
  signal: AbortSignal,
): Promise<void> {
  const sendOn = async () => {
    while (!signal.aborted && (await pushNext(services, pushes, send, signal)));
  };
  await allEnded(Array.from({ length: sideBySide }, sendOn));
}

/** Sends over the Web Push protocol. */
export function webPushSender(env: Env): PushSender {
  // The contact address for push services, which can't be an http address.
  const subject = env.publicUrl.startsWith('https:') ? env.publicUrl : 'mailto:shop@localhost';
  return async ({ endpoint, kind, p256dh, auth }, text, keys) => {
    const { default: webPush } = await import('web-push');
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        topic: topicOf(kind),
        timeout: answerMs,
      });
      return 'sent';
    } catch (error) {
      const status = error instanceof webPush.WebPushError ? error.statusCode : 0;
      return status === 404 || status === 410 ? 'gone' : 'failed';
    }
  };
}

/** For each topic, the push service keeps only the newest push; a topic has at most 32 characters. */
export function topicOf(kind: string): string {
  return createHash('sha256').update(kind).digest('base64url').slice(0, 32);
}

/** Sends what is due until stopped; `stop` resolves when the current pushes are done. */
export function startPusher(services: PushServices, pushes: Pushes): Job {
  const send = webPushSender(services.env);
  return repeat(
    { everyMs },
    (signal) => pushAll(services, pushes, send, signal),
    (error) => services.log.error({ err: error }, 'pushing failed'),
  );
}
