import { withDatabaseTimeout } from '#offline/stores/database-timeout.ts';
import { changeRegisteredPush } from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/**
 * Unsubscribes this browser from all notifications, so that its push service rejects what is still sent, and none
 * is renewed. Never rejects, and doesn't wait for a push service that doesn't answer.
 */
export async function forgetPush(idb: IndexedDb | null): Promise<void> {
  await changeRegisteredPush(idb, () => null).catch(() => {});
  await withDatabaseTimeout(unsubscribe()).catch(() => {});
}

async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  // Without a push service the registration has no manager.
  const manager: PushManager | undefined = worker?.pushManager;
  await (await manager?.getSubscription())?.unsubscribe();
}
