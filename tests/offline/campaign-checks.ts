import { expect } from 'vitest';
import { unsentRequests } from '#offline/outbox/request-rules.ts';
import { linesOf } from '#offline/outbox/shown-list.ts';
import { settled, sign } from './campaign.ts';
import type { Effect } from './campaign-shop.ts';
import { lists, own } from './campaign-steps.ts';
import { type Accepted, type Buyer, productAt, type World } from './campaign-world.ts';
import { shownIds } from './test-device.ts';

/** A line still pending after this many rounds is stuck; one failing change may take at most 5. */
const patience = 60;

/** At any moment, a device shows exactly those of its own designs that its buyer wants. */
export async function checkShown(world: World, index: number): Promise<void> {
  const buyer = world.buyers[index];
  const account = buyer?.person.browser.account() ?? null;
  if (account === null || !buyer?.isKnown) return;
  const rows = await buyer.person.browser.rows(account, (store) => store.read());
  for (const list of lists) {
    const shown = new Set(linesOf(rows, list).map((line) => line.productId));
    for (const place of own[index] ?? []) {
      const isWanted = world.wanted.get(`${account} ${list} ${place}`);
      if (isWanted === undefined) continue;
      const isShown = shown.has(productAt(world, place)._id);
      expect(isShown, `design ${place} shows in the ${list} as wanted`).toBe(isWanted);
    }
  }
}

/** Everybody is online: checks that nothing stays pending, first as signed in, then in each account. */
export async function settle(world: World): Promise<void> {
  world.network.nextFaults([]);
  await settled(world);
  await world.network.deliverLate();
  for (const buyer of world.buyers) {
    const account = buyer.person.browser.account();
    if (account !== null) await sendAll(world, buyer, account);
  }
  await checkScreens(world);
  for (const account of world.accounts.toReversed()) {
    for (const buyer of world.buyers) await sendAll(world, buyer, account);
  }
  await checkScreens(world);
}

async function sendAll(world: World, buyer: Buyer, account: string): Promise<void> {
  await sign(world, buyer, account, 'keep', null);
  const { device } = buyer.person.tab(0);
  const requests = await device.customRequests();
  let rounds = 0;
  const isRequestLeft = () =>
    buyer.person.browser.rows(
      account,
      async (store) => unsentRequests(await store.read()).length > 0,
    );
  while (!(await device.sync({ pressed: true })).isEmpty || (await isRequestLeft())) {
    rounds += 1;
    // A change that the server keeps failing on is given up after half a minute.
    buyer.person.browser.clock.move(8_000);
    expect(rounds, 'no op blocks the others for good').toBeLessThan(patience);
    await requests.send({ pressed: true });
  }
}

/** Checks that every tab of the signed-in account shows what the server has. */
async function checkScreens(world: World): Promise<void> {
  for (const { person } of world.buyers) {
    const account = person.browser.account();
    if (account === null) continue;
    for (const { device } of person.tabs) {
      await device.sync({ pressed: true });
      const cart = await world.shop.listOf(account, 'cart');
      const wishlist = await world.shop.listOf(account, 'wishlist');
      await shownSoon(() => device.cart().isLoaded && shownIds(device), cart.ids);
      await shownSoon(() => [...device.wishlist().ids], wishlist.ids);
      expect([device.cart().waiting, device.wishlist().waiting], 'nothing waits').toEqual([0, 0]);
    }
  }
}

/** What must hold once everything has settled. */
export async function checkQuiet(world: World): Promise<void> {
  const effects = await world.shop.effects(world.accounts);
  checkEffects(world, effects);
  await checkLists(world, effects);
  await checkRequests(world);
  for (const { person } of world.buyers) {
    for (const account of world.accounts) {
      const rows = await person.browser.rows(account, (store) => store.read());
      expect([rows.outbox, rows.requests], 'nothing waits').toEqual([[], []]);
    }
  }
}

/** A screen follows its database within a few turns of the event loop, or as soon as a browser's storage answers. */
async function shownSoon(
  shown: () => readonly string[] | false,
  ids: readonly string[],
): Promise<void> {
  const isShown = () => (shown() || null)?.toSorted().join() === ids.join();
  for (let turn = 0; turn < 1000 && !isShown(); turn++) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect((shown() || null)?.toSorted(), 'every device equals the server').toEqual(ids);
}

/** Whatever else may have gone wrong: nothing was done in another account's name. */
export async function checkOwners(world: World): Promise<void> {
  const accepted = new Map(
    world.buyers.flatMap((buyer) => buyer.accepted.map(({ opId, owner }) => [opId, owner])),
  );
  for (const { opId, scope } of await world.shop.effects(world.accounts)) {
    if (!accepted.has(opId)) continue;
    expect(scope, 'an op is sent for its own account').toBe(`account:${accepted.get(opId)}`);
  }
}

function checkEffects(world: World, effects: readonly Effect[]): void {
  for (const { accepted } of world.buyers) {
    const ops = new Map(accepted.map((op, place) => [op.opId, { ...op, place }]));
    const done = effects.flatMap(({ opId }) => {
      const op = ops.get(opId);
      return op && !world.letGo.has(opId) ? [op] : [];
    });
    for (const ofOne of Map.groupBy(done, (op) => `${op.owner} ${op.productId}`).values()) {
      const places = ofOne.map(({ place }) => place);
      expect(places, 'ops of a device keep their order').toEqual(places.toSorted((a, b) => a - b));
    }
  }
}

/** Checks that the lists result from the ops, each done once, and match what the buyers last wanted. */
async function checkLists(world: World, effects: readonly Effect[]): Promise<void> {
  const known = new Map<string, Accepted>(
    world.buyers.flatMap(({ accepted }) => accepted.map((op) => [op.opId, op] as const)),
  );
  for (const account of world.accounts) {
    for (const list of lists) {
      const there = await world.shop.listOf(account, list);
      const now = await world.shop.now();
      const expected = new Set<string>();
      let version = 0;
      for (const { scope, opId } of effects) {
        if (scope !== `account:${account}`) continue;
        const op = known.get(opId);
        if (op?.list !== list || op.isAdd === expected.has(op.productId)) continue;
        version += 1;
        if (op.isAdd) expected.add(op.productId);
        else expected.delete(op.productId);
      }
      expect(there.ids, `each op of the ${list} had one effect`).toEqual([...expected].sort());
      expect(there.version, `each op of the ${list} had one effect`).toBe(version);
      for (const place of own.flat()) {
        const isWanted = world.wanted.get(`${account} ${list} ${place}`);
        if (isWanted === undefined) continue;
        const isThere = there.ids.includes(productAt(world, place)._id);
        expect(isThere, `design ${place} is in the ${list} as last wanted`).toBe(isWanted);
      }
      for (const at of there.addedAts) {
        expect(at <= now, 'only the server’s clock counts').toBe(true);
      }
    }
  }
}

async function checkRequests(world: World): Promise<void> {
  const received = await world.shop.requests(`${world.accounts[0]} `);
  const left = world.buyers.flatMap(({ requests }) => requests);
  const descriptions = received.map(({ description }) => description);
  expect(new Set(descriptions).size, 'each request arrives once').toBe(descriptions.length);
  for (const { description, owner } of left) {
    const found = received.find((request) => request.description === description);
    expect(found, 'a request that was left to be sent arrives').toBeDefined();
    expect([null, owner], 'for its own account').toContain(found?.accountId);
  }
}

/** Deletes the databases of these buyers' browsers. */
export async function endWorld(world: World): Promise<void> {
  for (const { person } of world.buyers) {
    for (const { life } of person.tabs) life.end();
    await person.browser.end();
  }
}
