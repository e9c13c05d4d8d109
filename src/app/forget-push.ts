/** This browser is told of nothing any more: its push service refuses what is still sent here. */
export async function forgetPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  // Where there is no push service the worker has no manager of it.
  const told: PushManager | undefined = worker?.pushManager;
  await (await told?.getSubscription())?.unsubscribe();
}
