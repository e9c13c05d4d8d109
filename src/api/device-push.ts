import type { PushDevice, PushKind } from '#contract/shop/push-news.ts';
import { shopClient } from './shop-client.ts';
import { deviceOf, subscribeWith } from './subscribe-with.ts';

/**
 * Whether this browser gets notifications of one kind while the shop is closed. `blocked`: the user denied
 * permission, which only the browser's settings can change. `unsupported`: it has no push. `unknown`: the
 * shop couldn't be asked.
 */
export type PushStatus = 'unsupported' | 'blocked' | 'unknown' | 'off' | 'on';

const listeners = new Set<(endpoint: string) => void>();

/** Runs `listener` with the endpoint when the shop knows a subscription of this browser. */
export function onPushRegistered(listener: (endpoint: string) => void): void {
  listeners.add(listener);
}

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
 * Asks for permission, subscribes at the browser's push service and informs the shop. Call it in response to
 * a press, or browsers won't ask. Returns `off` if the user dismisses the question.
 * @throws ApiError, or the push service's error
 */
export async function subscribePush(kind: PushKind): Promise<PushStatus> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { pushKey } = await tell(kind);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const subscription = await subscribeWith(pushManager, pushKey);
  try {
    const device = deviceOf(subscription);
    await tell(kind, device);
    for (const listener of listeners) listener(device.endpoint);
    return 'on';
  } catch (error) {
    // A subscription is useless unless the shop knows it.
    if (!known) await subscription.unsubscribe();
    throw error;
  }
}

async function knownSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Turns off one kind of notification. Keeps the browser's subscription, which other kinds share. */
export async function unsubscribePush(kind: PushKind): Promise<PushStatus> {
  const known = await knownSubscription();
  if (known) await tell(kind, { endpoint: known.endpoint, keys: null });
  return 'off';
}
