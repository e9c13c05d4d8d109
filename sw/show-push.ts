import type { PushMessage } from '#contract/shop/push-news.ts';
import { isUsedBy } from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

declare const self: { readonly registration: ServiceWorkerRegistration };

/** Shows a push notification, unless another account uses this browser now or the account is unknown. */
export async function showPush(
  { accountId, title, body, icon, path, tag }: PushMessage,
  idb: IndexedDb | null = null,
): Promise<void> {
  if (!(await isUsedBy(idb, accountId).catch(() => false))) return;
  await self.registration.showNotification(title, { body, icon, tag, data: path });
}
