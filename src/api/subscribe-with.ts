import { toBase64url } from '#contract/wire/base64url.ts';

/**
 * Subscribes this browser with the shop's key (base64url), or returns the subscription that it has. One that was made
 * with an earlier key of the shop is replaced, since the shop can't send to it.
 * @throws the push service's error
 */
export async function subscribeWith(
  manager: PushManager,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const subscribe = () => manager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    return await subscribe();
  } catch (error) {
    const earlier = await manager.getSubscription();
    if (!earlier || !(error instanceof DOMException && error.name === 'InvalidStateError')) {
      throw error;
    }
    await earlier.unsubscribe();
    return subscribe();
  }
}

/** Whether a subscription was made with this key of the shop (base64url); true if the browser doesn't say. */
export function isMadeWith({ options }: PushSubscription, applicationServerKey: string): boolean {
  const own = options?.applicationServerKey;
  return !own || toBase64url(new Uint8Array(own)) === applicationServerKey;
}

/** What the shop needs to send to a subscription. */
export function deviceOf(subscription: PushSubscription) {
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return { endpoint, keys: { p256dh, auth } };
}
