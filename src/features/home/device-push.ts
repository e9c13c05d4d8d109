/** What this browser and its push service agree on: how it is told of something while the shop is closed. */

/** Whether this browser can be told at all, or its owner has not said no. */
export function canBeTold(): boolean {
  return (
    'serviceWorker' in navigator && 'PushManager' in window && Notification.permission !== 'denied'
  );
}

export async function pushSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Asks the owner of the browser, then its push service. Null where the owner says no. */
export async function subscribePush(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await navigator.serviceWorker.ready;
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
