import { createHash } from 'node:crypto';
import type { PushMessage } from '#contract/shop/push-news.ts';
import type { Env } from '../env.ts';
import { storageFailure } from '../http/storage-problem.ts';
import { whileLeased } from '../jobs/lease.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import type { Services } from '../services.ts';
import { type PushKeys, readPushKeys } from './push-keys.ts';
import {
  type ClaimedPush,
  claimPush,
  type PushOutcome,
  type PushTables,
  renewPush,
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

/** Sends the push that is due first; returns false if none is. */
export async function pushNext(
  services: PushServices,
  { tables, write }: Pushes,
  send: PushSender,
): Promise<boolean> {
  const { database, clock, log } = services;
  const push = await claimPush(database, tables, clock());
  if (!push) return false;
  const outcome = await whileLeased(
    () => renewPush(database, tables, clock(), push),
    async (): Promise<PushOutcome> => {
      try {
        const message = await write(services, push);
        if (!message) return 'sent';
        return await send(push, JSON.stringify(message), await readPushKeys(database, clock()));
      } catch (error) {
        // The push is due again once its claim has ended.
        if (storageFailure(error)) throw error;
        // Perhaps another version queued it. Counted like any failure, so that it is given up in the end.
        log.error({ err: error, kind: push.kind }, 'a push could not be written');
        return 'failed';
      }
    },
  );
  if (outcome === 'failed') log.warn({ attempts: push.attempts }, 'sending a push failed');
  await settlePush(database, tables, clock(), push, outcome);
  return true;
}

/** Sends everything that is due, until stopped. */
export async function pushAll(
  services: PushServices,
  pushes: Pushes,
  send: PushSender,
  signal: AbortSignal,
): Promise<void> {
  const sendOn = async () => {
    while (!signal.aborted && (await pushNext(services, pushes, send)));
  };
  const results = await Promise.allSettled(Array.from({ length: sideBySide }, sendOn));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
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
function topicOf(kind: string): string {
  return createHash('sha256').update(kind).digest('base64url').slice(0, 32);
}

/** Sends what is due until stopped; `stop` resolves when the current pushes are done. */
export function startPusher(
  services: PushServices,
  pushes: Pushes,
  send: PushSender = webPushSender(services.env),
): Job {
  return repeat(
    { everyMs },
    (signal) => pushAll(services, pushes, send, signal),
    (error) => services.log.error({ err: error }, 'pushing failed'),
  );
}
