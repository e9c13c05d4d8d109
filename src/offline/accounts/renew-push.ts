import type { Client } from '#api/client.ts';
import { deviceOf, isMadeWith, subscribeWith } from '#api/subscribe-with.ts';
import { changeRegisteredPush, type RegisteredPush } from '#offline/stores/device-database.ts';
import type { IndexedDb } from '#offline/stores/indexed-db.ts';
import { withWebLock } from '#offline/stores/web-lock.ts';

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
 * Looks at this browser's push subscription together with the shop, and repairs it: tells the shop a new endpoint, and
 * subscribes again if the browser lost it, its push service ended it or the shop has another key now. What its owner
 * turned off stays off. Does nothing for another account than the one that subscribed.
 * @throws if the shop or the push service can't be reached; the next start tries again
 */
export function renewPush(parts: RenewalParts, changed: ChangedPush = {}): Promise<void> {
  // Of worker and page, the later one would end what the other has just made.
  return withWebLock('pinwheel-push', () => renewInTurn(parts, changed));
}

async function renewInTurn(parts: RenewalParts, changed: ChangedPush): Promise<void> {
  const { request, manager, idb } = parts;
  const accountId = await parts.accountId();
  if (accountId === null) return;
  let registered = await changeRegisteredPush(idb, (known) => known);
  if (registered && registered.accountId !== accountId) return;
  const found = changed.newSubscription ?? (await manager.getSubscription());
  const replaces = registered?.endpoint ?? changed.oldSubscription?.endpoint ?? found?.endpoint;
  if (replaces === undefined) return;
  /** Resolves with whether it is registered then; it isn't if the buyer signed out or chose anew meanwhile. */
  const register = async (endpoint: string | null): Promise<boolean> => {
    if ((await parts.accountId()) !== accountId) return false;
    const before = registered?.endpoint;
    const push: RegisteredPush | null = endpoint === null ? null : { accountId, endpoint };
    registered = await changeRegisteredPush(idb, (known) =>
      known?.endpoint === before ? push : known,
    );
    return endpoint !== null && registered?.endpoint === endpoint;
  };
  // The user took the permission back; only a press asks for it again.
  if (!found && (await manager.permissionState({ userVisibleOnly: true })) !== 'granted') {
    await register(null);
    return;
  }
  const renewed = found && found.endpoint !== replaces ? deviceOf(found) : null;
  const known = await request('renewPush', { body: { replaces, ...renewed } });
  const endpoint = renewed?.endpoint ?? replaces;
  if (!(await register(known.isKnown ? endpoint : null))) return;
  const { pushKey, isGone } = known;
  if (pushKey === undefined || (found && !isGone && isMadeWith(found, pushKey))) return;
  await found?.unsubscribe();
  const current = await subscribeWith(manager, pushKey);
  const device = deviceOf(current);
  const { isKnown } = await request('renewPush', { body: { replaces: endpoint, ...device } });
  // A subscription is useless unless the shop knows it.
  if (!(await register(isKnown ? device.endpoint : null))) await current.unsubscribe();
}
