import type { PushDevice, PushKind } from '#contract/shop/push-news.ts';
import { shopClient } from './shop-client.ts';

/**
 * Whether this browser is notified of something while the shop is closed. `blocked`: its owner said
 * no, and only its settings can change that; `unsupported`: it has no notifications; `unknown`: the
 * shop could not be asked.
 */
export type PushStatus = 'unsupported' | 'blocked' | 'unknown' | 'off' | 'on';

const tell = (kind: PushKind, device?: PushDevice) =>
  shopClient.request('pushNews', { body: { kind, ...(device && { device }) } });

export async function pushStatus(kind: PushKind): Promise<PushStatus> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  try {
    const known = await knownSubscription();
    if (!known) return 'off';
    return (await tell(kind, { endpoint: known.endpoint })).isOn ? 'on' : 'off';
  } catch {
    return 'unknown';
  }
}

/**
 * Asks the owner of the browser, subscribes at its push service and tells the shop; to be called in
 * answer to a press, or browsers don't ask. `off` where the owner leaves the question open.
 *
 * @throws ApiError, or what the push service says.
 */
export async function subscribePush(kind: PushKind): Promise<PushStatus> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { pushKey } = await tell(kind);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const subscription =
    known ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }));
  try {
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    await tell(kind, { endpoint: endpoint ?? '', keys: { p256dh, auth } });
    return 'on';
  } catch (error) {
    // What the shop doesn't know of would be of no use.
    if (!known) await subscription.unsubscribe();
    throw error;
  }
}

async function knownSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** The browser stays subscribed at its push service: other kinds use the same subscription. */
export async function unsubscribePush(kind: PushKind): Promise<PushStatus> {
  const known = await knownSubscription();
  if (known) await tell(kind, { endpoint: known.endpoint, keys: null });
  return 'off';
}
