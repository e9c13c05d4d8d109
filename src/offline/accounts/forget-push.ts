import { withDatabaseTimeout } from '#offline/stores/database-timeout.ts';

/**
 * Unsubscribes this browser from all notifications, so that its push service rejects what is still sent.
 * Never rejects, and doesn't wait for a push service that doesn't answer.
 */
export async function forgetPush(): Promise<void> {
  await withDatabaseTimeout(unsubscribe()).catch(() => {});
}

async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  // Without a push service the registration has no manager.
  const manager: PushManager | undefined = worker?.pushManager;
  await (await manager?.getSubscription())?.unsubscribe();
}
