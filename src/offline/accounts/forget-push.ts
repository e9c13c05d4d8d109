import { withDatabaseTimeout } from '#offline/stores/database-timeout.ts';

/**
 * Notifies this browser of nothing any more: its push service refuses what is still sent here. Never
 * rejects, and waits for no push service that says nothing.
 */
export async function forgetPush(): Promise<void> {
  await withDatabaseTimeout(unsubscribe()).catch(() => {});
}

async function unsubscribe(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  // Where there is no push service the worker has no manager of it.
  const manager: PushManager | undefined = worker?.pushManager;
  await (await manager?.getSubscription())?.unsubscribe();
}
