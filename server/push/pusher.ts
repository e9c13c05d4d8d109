import { customRequestPath } from '#contract/paths.ts';
import { appIcons } from '../documents/app-icons.ts';
import type { Env } from '../env.ts';
import { letterhead } from '../mail/letterhead.ts';
import { type Job, repeat } from '../repeat.ts';
import type { Services } from '../services.ts';
import { type ClaimedPush, claimPush, type PushOutcome, settlePush } from './push-devices.ts';
import { type PushKeys, readPushKeys } from './push-keys.ts';

/** How often it is looked whether somebody is to be told. */
const everyMs = 5000;
/** News of an opening is of use for a day; who was offline longer has the mail. */
const ttlSeconds = 86_400;
const answerMs = 10_000;

/** Hands a text to a browser's push service. */
export type PushSender = (
  device: ClaimedPush,
  text: string,
  keys: PushKeys,
) => Promise<PushOutcome>;

/** Tells the browser that is due first; false where none is. */
export async function pushNext(
  services: Pick<Services, 'database' | 'clock' | 'env' | 'log'>,
  send: PushSender,
): Promise<boolean> {
  const { database, clock, env, log } = services;
  const device = await claimPush(database, clock());
  if (!device) return false;
  const { studioName } = await letterhead(database.read, env);
  const text = JSON.stringify({
    title: `${studioName} takes custom requests again`,
    body: 'A few at a time. Tap to send yours.',
    icon: appIcons.any192.url,
    path: customRequestPath,
  });
  const outcome = await send(device, text, await readPushKeys(database, clock()));
  if (outcome === 'failed') log.warn({ attempts: device.attempts }, 'a push did not go out');
  await settlePush(database, clock(), device, outcome);
  return true;
}

/** Sends by the Web Push protocol. */
export function webPushSender(env: Env): PushSender {
  // Whom a push service writes to about us, which takes no http address.
  const subject = env.publicUrl.startsWith('https:') ? env.publicUrl : 'mailto:shop@localhost';
  return async ({ endpoint, p256dh, auth }, text, keys) => {
    const { default: webPush } = await import('web-push');
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        topic: 'customs',
        timeout: answerMs,
      });
      return 'sent';
    } catch (error) {
      const status = error instanceof webPush.WebPushError ? error.statusCode : 0;
      return status === 404 || status === 410 ? 'gone' : 'failed';
    }
  };
}

/** Tells browsers until stopped; `stop` resolves when the one under way is done. */
export function startPusher(
  services: Services,
  send: PushSender = webPushSender(services.env),
): Job {
  return repeat(
    { everyMs },
    async (signal) => {
      while (!signal.aborted && (await pushNext(services, send)));
    },
    (error) => services.log.error({ err: error }, 'pushing failed'),
  );
}
