import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Device } from '#offline/device.ts';
import type { SetName } from '#offline/rows.ts';
import { linesOf } from '#offline/visible-set.ts';
import {
  broken,
  createModelServer,
  type Fault,
  gone,
  productId,
  productOf,
} from './model-server.ts';
import {
  cartOnce,
  createTestBrowser,
  shownIds,
  type TestBrowser,
  wishlistOnce,
} from './test-device.ts';

/**
 * A small version of what must always hold (docs: offline). Two browsers, two accounts and a
 * visitor each; designs 0–2 are touched by the first browser only, 3–5 by the second, 6 and 7 by
 * both. Whoever alone touches a design must in the end find it on the server as last wanted.
 */
/** `npm run trials` raises the count. */
const sequences = Number(process.env.DEVICE_SEQUENCES ?? 60);
const accounts = ['a'.repeat(24), 'd'.repeat(24)];
const own = [
  [0, 1, 2],
  [3, 4, 5],
] as const;
const shared = [6, 7];
const sets = ['cart', 'wishlist'] as const satisfies SetName[];
const changes: Readonly<
  Record<SetName, (device: Device, id: string, isAdd: boolean) => Promise<string>>
> = {
  cart: (device, id, isAdd) =>
    isAdd ? device.addToCart(productOf(id)) : device.removeFromCart(id),
  wishlist: (device, id, isAdd) => (isAdd ? device.wish(productOf(id)) : device.unwish(id)),
};

type Step =
  | { kind: 'want'; browser: number; set: SetName; product: number; isAdd: boolean }
  | { kind: 'poison'; browser: number; id: string }
  | { kind: 'sync'; browser: number; faults: Fault[] }
  | { kind: 'twoTabs'; browser: number; faults: Fault[] }
  | { kind: 'crash'; browser: number; faults: Fault[] }
  | { kind: 'sign'; browser: number; account: number | null }
  | { kind: 'late' }
  | { kind: 'wait'; ms: number };

const browsers = fc.nat(1);
const faults = fc.array(
  fc.constantFrom<Fault>(
    'none',
    'none',
    'lost',
    'unheard',
    'doubled',
    'late',
    'portal',
    'down',
    'broken',
  ),
  { maxLength: 5 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(browsers, fc.constantFrom(...sets), fc.nat(4), fc.boolean())
      .map(([browser, set, index, isAdd]): Step => {
        const product = [...(own[browser] ?? []), ...shared][index] ?? 6;
        return { kind: 'want', browser, set, product, isAdd };
      }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sync'), browser: browsers, faults }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('twoTabs'), browser: browsers, faults }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash'), browser: browsers, faults }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('sign'),
      browser: browsers,
      account: fc.constantFrom(0, 0, 1, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('late') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(600_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('poison'),
      browser: browsers,
      id: fc.constantFrom(gone, broken),
    }),
  },
);

interface World {
  readonly server: ReturnType<typeof createModelServer>;
  readonly browsers: readonly {
    readonly browser: TestBrowser;
    device: Device;
    /** opIds in the order in which the buyer saw them accepted. */
    readonly accepted: string[];
    /** `set product`. */
    readonly visitorWants: Set<string>;
  }[];
  /** `account set product` → wanted, for designs that one browser alone touches. */
  readonly wanted: Map<string, boolean>;
  /** Whose each op is; a visitor's becomes the account's that it is merged into. */
  readonly owners: Map<string, string | null>;
}

function createWorld(): World {
  const server = createModelServer();
  const people = [0, 1].map(() => {
    const browser = createTestBrowser(server);
    return { browser, device: browser.open(), accepted: [], visitorWants: new Set<string>() };
  });
  return { server, browsers: people, wanted: new Map(), owners: new Map() };
}

async function take(world: World, move: Step): Promise<void> {
  if (move.kind === 'late') return world.server.deliverLate();
  if (move.kind === 'wait') {
    for (const { browser } of world.browsers) browser.clock.move(move.ms);
    return;
  }
  const person = world.browsers[move.browser];
  if (!person) return;
  const { browser } = person;
  const account = browser.account();
  switch (move.kind) {
    case 'want': {
      const id = productId(move.product);
      const rows = await browser.rows(account, (store) => store.read());
      // A buyer can only take out what is there.
      if (!move.isAdd && !linesOf(rows, move.set).some((line) => line.productId === id)) return;
      const opId = await changes[move.set](person.device, id, move.isAdd);
      person.accepted.push(opId);
      world.owners.set(opId, account);
      const wish = `${move.set} ${move.product}`;
      if (account) world.wanted.set(`${account} ${wish}`, move.isAdd);
      else if (move.isAdd) person.visitorWants.add(wish);
      else person.visitorWants.delete(wish);
      return;
    }
    case 'poison': {
      const opId = await person.device.addToCart(productOf(move.id));
      person.accepted.push(opId);
      world.owners.set(opId, account);
      return;
    }
    case 'sync':
      world.server.befall(move.faults);
      await person.device.sync(true);
      return;
    case 'twoTabs': {
      world.server.befall(move.faults);
      const other = browser.open({ lock: (_, task) => task() });
      await Promise.all([person.device.sync(true), other.sync(true)]);
      return;
    }
    case 'crash':
      world.server.befall(move.faults);
      void person.device.sync(true);
      person.device = browser.open();
      await person.device.follow();
      return;
    case 'sign':
      await sign(world, person, move.account);
  }
}

async function sign(
  world: World,
  person: World['browsers'][number],
  index: number | null,
): Promise<void> {
  const { browser } = person;
  const next = index === null ? null : (accounts[index] ?? null);
  if (next === browser.account()) return;
  if (browser.account() !== null) await person.device.wipe({ keepsUnsent: true });
  if (next === null) browser.signOut();
  else browser.signIn(next);
  await person.device.follow();
  if (next === null) return;
  for (const wish of person.visitorWants) world.wanted.set(`${next} ${wish}`, true);
  person.visitorWants.clear();
  for (const opId of person.accepted) {
    if (world.owners.get(opId) === null) world.owners.set(opId, next);
  }
}

/** Everybody online: each browser signs in to each account until nothing waits. */
async function settle(world: World): Promise<void> {
  world.server.befall([]);
  world.server.deliverLate();
  for (const account of [1, 0]) {
    for (const person of world.browsers) {
      await sign(world, person, account);
      while (!(await person.device.sync(true)).isEmpty);
    }
  }
  for (const person of world.browsers) await person.device.sync(true);
}

function checkServer(world: World): void {
  for (const [key, isWanted] of world.wanted) {
    const [account = '', set, product = ''] = key.split(' ');
    if (shared.includes(Number(product))) continue;
    const there = set === 'cart' ? world.server.cartOf(account) : world.server.wishlistOf(account);
    const isThere = there.has(productId(Number(product)));
    expect(isThere, `${key} is as the buyer last wanted it`).toBe(isWanted);
  }
  const seen = new Set<string>();
  for (const { opId, account } of world.server.effects) {
    expect(seen.has(opId), 'an op has one effect').toBe(false);
    seen.add(opId);
    expect(world.owners.get(opId), 'an op is sent for its own account').toBe(account);
  }
  for (const { accepted } of world.browsers) {
    const places = world.server.effects
      .map(({ opId }) => accepted.indexOf(opId))
      .filter((place) => place >= 0);
    for (const account of accounts) {
      const inAccount = places.filter(
        (place) => world.owners.get(accepted[place] ?? '') === account,
      );
      expect(inAccount, 'ops of a device keep their order').toEqual(
        inAccount.toSorted((a, b) => a - b),
      );
    }
  }
}

describe('the outbox, whatever happens on the way', () => {
  test(
    'loses nothing, doubles nothing, keeps its order and its account, and agrees with the server',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const world = createWorld();

          for (const move of steps) await take(world, move);
          await settle(world);
          checkServer(world);
          for (const { browser, device } of world.browsers) {
            const account = browser.account() ?? '';
            const truth = [...world.server.cartOf(account)].sort();
            await cartOnce(device, (now) => now.cart().waiting === 0 && now.cart().isLoaded);
            await cartOnce(device, (now) => shownIds(now).toSorted().join() === truth.join());
            const rows = await browser.rows(account, (store) => store.read());
            expect(rows.outbox).toEqual([]);
            expect(rows.cartLines.map((line) => line.productId).toSorted()).toEqual(truth);
            const saved = [...world.server.wishlistOf(account)].sort();
            await wishlistOnce(
              device,
              (now) => [...now.wishlist().ids].sort().join() === saved.join(),
            );
            expect(rows.wishlistMarks.map((line) => line.productId).toSorted()).toEqual(saved);
          }
          for (const { browser } of world.browsers) await browser.end();
        }),
        { numRuns: sequences },
      );
    },
    sequences * 1000,
  );
});
