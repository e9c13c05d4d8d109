import type { Hono } from 'hono';
import type { PushKind, PushMessage } from '#contract/shop/push-news.ts';
import type { StudioPushMessage } from '#contract/studio/notifications.ts';
import type { PushOutcome } from '#server/platform/push/push-outbox.ts';
import { type Pushes, pushNext } from '#server/platform/push/pusher.ts';
import { pushes, staffPushes } from '#server/pushes.ts';
import { call } from './call.ts';
import type { TestServices } from './make-services.ts';

const pushService = 'https://fcm.googleapis.com/fcm/send/';

/** The endpoint of a browser at the tests' push service. */
export const endpointOf = (name: string): string => pushService + name;

export const pushKeys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

/** Subscribes a browser to a kind, or unsubscribes it; returns the call's answer. */
export async function choosePush(
  app: Hono,
  token: string,
  kind: PushKind,
  name: string,
  isWanted = true,
) {
  const device = { endpoint: endpointOf(name), keys: isWanted ? pushKeys : null };
  return (await call(app, 'pushNews', { token, body: { kind, device } })).answer;
}

export interface SentPush<M = PushMessage> {
  /** Of the browser. */
  readonly name: string;
  readonly message: M;
}

/** Sends everything due to buyers and returns what went where; `answer` is the push service's answer. */
export function sendPushes(
  services: TestServices,
  answer?: (name: string) => PushOutcome,
): Promise<SentPush[]> {
  return sendAll<PushMessage>(services, pushes, answer);
}

/** The same for staff. */
export function sendStaffPushes(
  services: TestServices,
  answer?: (name: string) => PushOutcome,
): Promise<SentPush<StudioPushMessage>[]> {
  return sendAll<StudioPushMessage>(services, staffPushes, answer);
}

async function sendAll<M>(
  services: TestServices,
  audience: Pushes,
  answer: (name: string) => PushOutcome = () => 'sent',
): Promise<SentPush<M>[]> {
  const sent: SentPush<M>[] = [];
  while (
    await pushNext(services, audience, async ({ endpoint }, text) => {
      const name = endpoint.slice(pushService.length);
      sent.push({ name, message: JSON.parse(text) as M });
      return answer(name);
    })
  );
  return sent;
}
