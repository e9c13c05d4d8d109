import type { RenewedPush, RenewedPushAnswer } from '#contract/shop/push-news.ts';
import type { notificationCalls } from '#contract/studio/notifications.ts';

declare const self: { readonly registration: ServiceWorkerRegistration };

/** The cache with the endpoint that the shop knows: a browser that replaces a subscription needn't name it. */
const memory = 'pinwheel-studio-push';
const renewPath: (typeof notificationCalls)['renewPushDevice']['path'] =
  '/api/studio/notifications/devices/endpoint';
/** Browsers stop a worker that takes minutes. */
const renewMs = 8000;

/** What a browser says about a subscription that it renewed; Firefox and Chromium may leave out either. */
interface ChangedPush {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

let lastRenewal = Promise.resolve();

/** Renews this browser's subscription, one time after the other. What fails is done by the next page. */
export function renewDevice(changed: ChangedPush = {}): Promise<void> {
  lastRenewal = lastRenewal.then(() => renew(changed)).catch(() => {});
  return lastRenewal;
}

/**
 * Looks at this browser's subscription together with the shop, and repairs it: tells the shop a new endpoint, and
 * subscribes again if the browser lost it, its push service ended it or the shop has another key now. What was removed
 * in the studio stays so.
 * @throws if nobody is signed in, or the shop or the push service can't be reached
 */
async function renew({ oldSubscription, newSubscription }: ChangedPush): Promise<void> {
  const { pushManager } = self.registration;
  const found = newSubscription ?? (await pushManager.getSubscription());
  const replaces = (await remembered()) ?? oldSubscription?.endpoint ?? found?.endpoint;
  // Only a press asks for a permission that was taken back.
  if (replaces === undefined || Notification.permission !== 'granted') return;
  const renewed = found && found.endpoint !== replaces ? deviceOf(found) : null;
  const { isKnown, isGone, pushKey } = await ask({ replaces, ...renewed });
  if (!isKnown || pushKey === undefined) return;
  const endpoint = renewed?.endpoint ?? replaces;
  await remember(endpoint);
  const device = deviceOf(await subscribe(isGone ? found : null, pushKey));
  if (device.endpoint === endpoint) return;
  if ((await ask({ replaces: endpoint, ...device })).isKnown) await remember(device.endpoint);
  // A subscription is useless unless the shop knows it.
  else await (await pushManager.getSubscription())?.unsubscribe();
}

/** Resolves with the subscription that this browser has with the shop's key, made anew instead of `ended`. */
async function subscribe(
  ended: PushSubscription | null,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const { pushManager } = self.registration;
  const options = { userVisibleOnly: true, applicationServerKey };
  await ended?.unsubscribe();
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // It was made with an earlier key of the shop, which can't send to it.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

function deviceOf(subscription: PushSubscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return { endpoint, keys: { p256dh, auth } };
}

/** The browser adds the session cookie. */
async function ask(body: RenewedPush): Promise<RenewedPushAnswer> {
  const response = await fetch(renewPath, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(renewMs),
  });
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return (await response.json()) as RenewedPushAnswer;
}

const openMemory = () => caches.open(memory);

async function remembered(): Promise<string | undefined> {
  return (await openMemory()).match(renewPath).then((entry) => entry?.text());
}

async function remember(endpoint: string): Promise<void> {
  await (await openMemory()).put(renewPath, new Response(endpoint));
}
