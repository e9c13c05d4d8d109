import { createClient } from '#api/client.ts';
import { type ChangedPush, renewPush } from '#offline/accounts/renew-push.ts';
import type { BackgroundParts } from '#offline/accounts/send-in-background.ts';
import { readSession } from '#offline/stores/device-database.ts';

declare const self: { readonly registration: ServiceWorkerRegistration };

/** Timeout per request; browsers stop a worker that takes minutes. */
const answerMs = 8_000;

/** Tells the shop that the browser replaced or lost its push subscription. What fails is done by the next page. */
export async function renewSubscription(
  changed: ChangedPush,
  { client, idb }: Pick<BackgroundParts, 'client' | 'idb'>,
): Promise<void> {
  const { pushManager: manager } = self.registration;
  const token = async () => (await readSession(idb))?.token ?? null;
  const { request } = createClient({ ...client, token, timeoutMs: answerMs });
  const accountId = async () => (await readSession(idb))?.accountId ?? null;
  await renewPush({ request, manager, accountId, idb }, changed).catch(() => {});
}
