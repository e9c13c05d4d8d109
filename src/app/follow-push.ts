import { onPushRegistered } from '#api/device-push.ts';
import { session } from '#api/session.ts';
import { shopClient } from '#api/shop-client.ts';

const accountId = () => session.getState().user?._id ?? null;

/**
 * Remembers the push subscription that the shop knows, and looks now, after each sign-in and after each choice whether
 * it still works. What the worker couldn't tell the shop is told here.
 */
export function followPush(registration: ServiceWorkerRegistration): void {
  // Without a push service the registration has no manager.
  const manager: PushManager | undefined = registration.pushManager;
  if (!manager) return;
  onPushRegistered((endpoint) => {
    remember(endpoint)
      .then(() => look(manager))
      .catch(() => {});
  });
  session.subscribe(({ user }, before) => {
    if (user && user._id !== before.user?._id) void look(manager).catch(() => {});
  });
  void look(manager).catch(() => {});
}

async function remember(endpoint: string): Promise<void> {
  const owner = accountId();
  if (owner === null) return;
  const { changeRegisteredPush } = await import('#offline/stores/device-database.ts');
  await changeRegisteredPush(null, () => ({ accountId: owner, endpoint }));
}

async function look(manager: PushManager): Promise<void> {
  // Nothing to load for those who were never subscribed.
  if (accountId() === null || Notification.permission !== 'granted') return;
  const { renewPush } = await import('#offline/accounts/renew-push.ts');
  const { request } = shopClient;
  await renewPush({ request, manager, accountId: async () => accountId(), idb: null });
}
