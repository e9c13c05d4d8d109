import type { PushMessage } from '#contract/push-news.ts';
import { customsMessage } from '../../commissions/reply-push.ts';
import { priceDropMessage, queuePriceDrops, schedulePriceDrops } from '../../lists/price-drops.ts';
import type { Env } from '../env.ts';
import { type Job, repeat } from '../jobs/repeat.ts';
import { letterhead } from '../mail/letterhead.ts';
import type { Services } from '../services.ts';
import { type PushKeys, readPushKeys } from './push-keys.ts';
import { type ClaimedPush, claimPush, type PushOutcome, settlePush } from './push-outbox.ts';

/** How often the outbox is looked at. */
const everyMs = 5000;
/** What is pushed is of use for a day. */
const ttlSeconds = 86_400;
const answerMs = 10_000;
/** Pushes sent side by side: one push service that is slow holds up no other. */
const sideBySide = 5;

type PushServices = Pick<Services, 'database' | 'clock' | 'env' | 'log'>;

/** Sends a text to a browser's push service. */
export type PushSender = (push: ClaimedPush, text: string, keys: PushKeys) => Promise<PushOutcome>;

/** Sends the push that is due first; false where none is. */
export async function pushNext(services: PushServices, send: PushSender): Promise<boolean> {
  const { database, clock, log } = services;
  const push = await claimPush(database, clock());
  if (!push) return false;
  const message = await messageOf(services, push);
  const outcome = message
    ? await send(push, JSON.stringify(message), await readPushKeys(database, clock()))
    : 'sent';
  if (outcome === 'failed') log.warn({ attempts: push.attempts }, 'a push did not go out');
  await settlePush(database, clock(), push, outcome);
  return true;
}

/** Sends all that is due, until stopped. */
export async function pushAll(
  services: PushServices,
  send: PushSender,
  signal: AbortSignal,
): Promise<void> {
  const sendOn = async () => {
    while (!signal.aborted && (await pushNext(services, send)));
  };
  const results = await Promise.allSettled(Array.from({ length: sideBySide }, sendOn));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Written as it is sent, so that a later try says what holds then; null where nothing does. */
async function messageOf(
  { database, env }: PushServices,
  { kind, accountId, detail }: ClaimedPush,
): Promise<PushMessage | null> {
  if (kind === 'priceDrops') return priceDropMessage(database, accountId, detail);
  return customsMessage(accountId, (await letterhead(database.read, env)).studioName);
}

/** Sends by the Web Push protocol. */
export function webPushSender(env: Env): PushSender {
  // Whom a push service writes to about us, which takes no http address.
  const subject = env.publicUrl.startsWith('https:') ? env.publicUrl : 'mailto:shop@localhost';
  return async ({ endpoint, kind, p256dh, auth }, text, keys) => {
    const { default: webPush } = await import('web-push');
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        topic: kind,
        timeout: answerMs,
      });
      return 'sent';
    } catch (error) {
      const status = error instanceof webPush.WebPushError ? error.statusCode : 0;
      return status === 404 || status === 410 ? 'gone' : 'failed';
    }
  };
}

/** Notices price drops and sends what is due until stopped; `stop` resolves when the pushes under way are done. */
export function startPusher(
  services: Services,
  send: PushSender = webPushSender(services.env),
): Job {
  const { database, clock, log } = services;
  /** The newest change of the catalogue that was looked at; after a start all of them are, once. */
  let seen = 0;
  return repeat(
    { everyMs },
    async (signal) => {
      seen = await schedulePriceDrops(database, clock(), seen);
      while (!signal.aborted && (await queuePriceDrops(database, clock())));
      await pushAll(services, send, signal);
    },
    (error) => log.error({ err: error }, 'pushing failed'),
  );
}
