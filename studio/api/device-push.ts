import { notificationCalls, type StudioNotifications } from '#contract/studio/notifications.ts';
import { request } from './studio-client.ts';

/** The worker that shows pushes and renews their subscription; it does nothing else. */
const workerPath = '/studio/push-worker.js';
const scope = '/studio/';

/**
 * What this browser says about pushes. `blocked`: its user denied them, which only its settings can change.
 * `unsupported`: it has none. Otherwise the endpoint of its subscription, null without one.
 */
export type DevicePush =
  | { readonly state: 'unsupported' | 'blocked' }
  | { readonly state: 'ready'; readonly endpoint: string | null };

export async function devicePush(): Promise<DevicePush> {
  if (!isSupported()) return { state: 'unsupported' };
  if (Notification.permission === 'denied') return { state: 'blocked' };
  return { state: 'ready', endpoint: (await subscription())?.endpoint ?? null };
}

/** Has the worker look, at each start and after each sign-in, whether this device's subscription still works. */
export async function lookAtDevice(): Promise<void> {
  if (isSupported()) (await ownWorker())?.active?.postMessage('look');
}

/**
 * Asks for permission, subscribes at the browser's push service and saves this device under `name`. Call it
 * in response to a press, or browsers won't ask. Returns null if its user didn't allow it.
 * @throws ApiError, or the push service's error
 */
export async function addDevice(
  { pushKey }: Pick<StudioNotifications, 'pushKey'>,
  name: string,
): Promise<StudioNotifications | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(workerUrl(), { scope, updateViaCache: 'none' });
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  const subscribed =
    known ??
    (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }));
  try {
    const { endpoint = '', keys } = subscribed.toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    const body = { endpoint, keys: { p256dh, auth }, name };
    const answer = await request(notificationCalls.addPushDevice, { body });
    // The browser may have had a subscription that has ended.
    await lookAtDevice();
    return answer;
  } catch (error) {
    // A subscription is useless unless the shop knows it.
    if (!known) await subscribed.unsubscribe();
    throw error;
  }
}

/** Sends no more pushes to a device of one's own. */
export async function removeDevice(endpoint: string): Promise<StudioNotifications> {
  const answer = await request(notificationCalls.removePushDevice, { body: { endpoint } });
  const own = await subscription();
  if (own?.endpoint === endpoint) await own.unsubscribe();
  return answer;
}

/** The same for this device, if it gets any; before its user signs out. */
export async function removeThisDevice(): Promise<void> {
  if (!isSupported()) return;
  const own = await subscription();
  if (own) await removeDevice(own.endpoint);
}

let trusted: string | null = null;

/** The worker's address, as the only one that the Trusted Types policy allows; a policy can't be made twice. */
function workerUrl(): string {
  if (trusted !== null) return trusted;
  const policies = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  const policy = policies?.createPolicy('pinwheel-worker', { createScriptURL: () => workerPath });
  // The browser takes the trusted value where TypeScript expects a string.
  trusted = (policy?.createScriptURL(workerPath) ?? workerPath) as string;
  return trusted;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL(text: string): unknown };
}

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
  return (await ownWorker())?.pushManager.getSubscription() ?? null;
}

async function ownWorker(): Promise<ServiceWorkerRegistration | null> {
  const worker = await navigator.serviceWorker.getRegistration(scope);
  // The shop's worker answers for the studio too until the studio has its own.
  return worker?.scope.endsWith(scope) ? worker : null;
}
