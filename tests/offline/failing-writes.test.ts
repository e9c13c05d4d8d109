import { expect, test } from 'vitest';
import type { Device } from '#offline/device.ts';
import { isSampled } from '#tests/support/sample.ts';
import { createFailingDisk, type Fate } from './failing-disk.ts';
import { ana, createModelServer, fox, moon, productId, productOf } from './model-server.ts';
import { cartOnce, createTestBrowser, shownIds } from './test-device.ts';

const fern = productOf(productId(3));
const lost = Array.from({ length: 40 }, () => 'lost' as const);

function failingShop({ isSignedIn = true } = {}) {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  const disk = createFailingDisk();
  if (isSignedIn) browser.signIn(ana);
  const open = (): Device => browser.open({ openStore: disk.openStore });
  return { server, browser, disk, open };
}

type Shop = ReturnType<typeof failingShop>;

/** What a buyer does; resolves with what the cart must hold in the end. */
interface Journey {
  readonly name: string;
  readonly isSignedIn?: boolean;
  readonly run: (shop: Shop) => Promise<{ page: Device; wanted: readonly string[] }>;
}

/** Presses "Remove" as soon as the page shows the design, even if only the first paint does. */
async function remove(page: Device, id: string): Promise<void> {
  await cartOnce(page, (now) => shownIds(now).includes(id));
  await page.removeFromCart(id);
  await cartOnce(page, (now) => !shownIds(now).includes(id));
}

const journeys: readonly Journey[] = [
  {
    name: 'adds, comes back and removes at once what only the first paint shows',
    async run({ open }) {
      const first = open();
      await first.addToCart(fox);
      await first.sync({ pressed: true });
      await first.addToCart(moon);
      await first.sync({ pressed: true });
      await cartOnce(first, (now) => shownIds(now).length === 2);
      const page = open();
      await remove(page, moon._id);
      return { page, wanted: [fox._id] };
    },
  },
  {
    name: 'adds and removes without a signal',
    async run({ open, server }) {
      const page = open();
      await page.follow();
      await page.sync({ pressed: true });
      server.nextFaults(lost);
      await page.addToCart(fox);
      await page.addToCart(moon);
      await remove(page, fox._id);
      await page.addToCart(fern);
      await remove(page, fern._id);
      await page.addToCart(fern);
      return { page, wanted: [moon._id, fern._id] };
    },
  },
  {
    name: 'uses two tabs',
    async run({ open, server }) {
      const other = open();
      const page = open();
      await Promise.all([other.follow(), page.follow()]);
      await page.sync({ pressed: true });
      server.nextFaults(lost);
      await page.addToCart(fox);
      await other.addToCart(moon);
      await page.addToCart(fern);
      await remove(page, fox._id);
      await other.sync({ pressed: true });
      server.nextFaults([]);
      await other.sync({ pressed: true });
      return { page, wanted: [moon._id, fern._id] };
    },
  },
  {
    name: 'is a visitor who signs in',
    isSignedIn: false,
    async run({ open, browser }) {
      const page = open();
      await page.addToCart(fox);
      await page.addToCart(moon);
      await remove(page, fox._id);
      browser.signIn(ana);
      await page.follow();
      return { page, wanted: [moon._id] };
    },
  },
];

interface Trouble {
  readonly name: string;
  readonly fateOf: (write: number, nth: number) => Fate;
  /** Whether there is room for all writes after the journey. */
  readonly hasRoom: boolean;
}

const fullFrom = (write: number, nth: number): Fate => (write < nth ? 'stored' : 'refused');
const unsureFrom = (write: number, nth: number): Fate =>
  write === nth ? 'unsure' : fullFrom(write, nth);

const troubles: readonly Trouble[] = [
  {
    name: 'is refused once',
    fateOf: (write, nth) => (write === nth ? 'refused' : 'stored'),
    hasRoom: true,
  },
  {
    name: 'is stored but reported as failed',
    fateOf: (write, nth) => (write === nth ? 'unsure' : 'stored'),
    hasRoom: true,
  },
  { name: 'and all later ones are refused until there is room', fateOf: fullFrom, hasRoom: true },
  { name: 'and all later ones are refused for good', fateOf: fullFrom, hasRoom: false },
  {
    name: 'is stored but reported as failed, and all later ones are refused until there is room',
    fateOf: unsureFrom,
    hasRoom: true,
  },
  {
    name: 'is stored but reported as failed, and all later ones are refused for good',
    fateOf: unsureFrom,
    hasRoom: false,
  },
];

/** Runs the journey with a failing write; answers whether that many were tried. */
async function check(
  { run, isSignedIn = true }: Journey,
  { fateOf, hasRoom }: Trouble,
  nth: number,
): Promise<boolean> {
  const shop = failingShop({ isSignedIn });
  const { server, disk, open, browser } = shop;
  disk.decide((write) => fateOf(write, nth));
  const { page, wanted } = await run(shop);
  const tried = disk.writes();
  if (hasRoom) disk.decide(() => 'stored');
  server.nextFaults([]);
  await page.sync({ pressed: true });
  await page.sync({ pressed: true });
  const sorted = wanted.toSorted();
  expect([...server.cartOf(ana)].toSorted()).toEqual(sorted);
  await cartOnce(page, (now) => shownIds(now).toSorted().join() === sorted.join());
  expect(page.cart().waiting).toBe(0);
  if (hasRoom) {
    expect(page.cart().trouble).toBeNull();
    const later = open();
    await later.follow();
    await later.sync({ pressed: true });
    expect([...server.cartOf(ana)].toSorted()).toEqual(sorted);
    expect((await browser.rows(ana, (store) => store.read())).outbox).toEqual([]);
  }
  await browser.end();
  return tried >= nth;
}

/** From one write that fails to the next; six still let each write of a journey fail in one trouble, and `npm test` tries a third. */
const writesApart = Number(process.env.WRITES_APART ?? (isSampled ? 18 : 6));

for (const journey of journeys) {
  for (const [place, trouble] of troubles.entries()) {
    test(`a buyer who ${journey.name} loses nothing if a write ${trouble.name}`, async () => {
      const first = 1 + (place % writesApart);
      let nth = first;
      while (await check(journey, trouble, nth)) nth += writesApart;
      expect(nth).toBeGreaterThan(first);
    }, 60_000);
  }
}

test('a removal is sent even if an earlier page sent the add without being able to record it', async () => {
  const { server, disk, open } = failingShop();
  const first = open();
  await first.follow();
  await first.sync({ pressed: true });
  const stored = disk.writes() + 1;
  disk.decide((write) => (write <= stored ? 'stored' : 'refused'));
  await first.addToCart(fox);
  await first.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));

  disk.decide(() => 'stored');
  const page = open();
  await remove(page, fox._id);
  await page.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set());
  await cartOnce(page, (now) => now.cart().waiting === 0 && shownIds(now).length === 0);
});

test('a removal is sent even if another page sent the add and died before it could record that', async () => {
  const { server, disk, open } = failingShop();
  const page = open();
  await page.follow();
  await page.sync({ pressed: true });
  // In an outage the page itself tries nothing.
  server.nextFaults(['lost']);
  await page.sync({ pressed: true });
  await page.addToCart(fox);
  disk.decide(() => 'refused');
  const other = open();
  await other.follow();
  await other.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set([fox._id]));

  disk.decide(() => 'stored');
  await remove(page, fox._id);
  await page.sync({ pressed: true });
  expect(server.cartOf(ana)).toEqual(new Set());
});
