import type { Client } from '#api/client.ts';
import { deviceOf, subscribeWith } from '#api/subscribe-with.ts';
import { changeRegisteredPush, type RegisteredPush } from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';

/** What a browser says about a subscription that it renewed; Firefox and Chromium may leave out either. */
export interface ChangedPush {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

export interface RenewalParts {
  readonly request: Client['request'];
  /** The signed-in account. */
  readonly accountId: () => Promise<string | null>;
  readonly manager: PushManager;
  readonly idb: IndexedDb | null;
}

/**
 * Tells the shop the endpoint of this browser's push subscription if it is no longer the registered one, and
 * subscribes again if the browser lost it. Does nothing for another account than the one that subscribed.
 * @throws if the shop or the push service can't be reached; the next start tries again
 */
export async function renewPush(parts: RenewalParts, changed: ChangedPush = {}): Promise<void> {
  const { request, manager, idb } = parts;
  const accountId = await parts.accountId();
  if (accountId === null) return;
  const registered = await changeRegisteredPush(idb, (known) => known);
  if (registered && registered.accountId !== accountId) return;
  const found = changed.newSubscription ?? (await manager.getSubscription());
  const replaces = registered?.endpoint ?? changed.oldSubscription?.endpoint ?? found?.endpoint;
  if (replaces === undefined) return;
  /** Resolves with what is registered then, which is not `push` if the buyer signed out or chose anew meanwhile. */
  const register = async (push: RegisteredPush | null) =>
    (await parts.accountId()) === accountId
      ? changeRegisteredPush(idb, (known) =>
          known?.endpoint === registered?.endpoint ? push : known,
        )
      : undefined;
  if (found?.endpoint === replaces) {
    if (!registered) await register({ accountId, endpoint: replaces });
    return;
  }
  // The user took the permission back; only a press asks for it again.
  if (!found && (await manager.permissionState({ userVisibleOnly: true })) !== 'granted') {
    await register(null);
    return;
  }
  const current = found ?? (await subscribeAgain(request, manager));
  const device = deviceOf(current);
  let now = await register(registered);
  if (now !== undefined && now?.endpoint === registered?.endpoint) {
    const { isKnown } = await request('renewPush', { body: { replaces, ...device } });
    now = await register(isKnown ? { accountId, endpoint: device.endpoint } : null);
  }
  // A subscription is useless unless the shop knows it.
  if (!found && now?.endpoint !== device.endpoint) await current.unsubscribe();
}

/** With the shop's key of today, which a shop that was set up anew has changed. */
async function subscribeAgain(
  request: Client['request'],
  manager: PushManager,
): Promise<PushSubscription> {
  const { pushKey } = await request('pushNews', { body: { kind: 'customs' } });
  return subscribeWith(manager, pushKey);
}
