import { expect, test } from 'vitest';
import type { Order } from '#contract/shop/order.ts';
import type { Device } from '#offline/device.ts';
import { enqueue } from '#offline/outbox/enqueue.ts';
import { nextOp, postponeOp, refuseOp } from '#offline/outbox/outbox-rules.ts';
import {
  type AccountRows,
  type AnsweredCount,
  emptyRows,
  type SoldGoods,
} from '#offline/outbox/rows.ts';
import { enqueueCount, withCount, withoutOlderCounts } from '#offline/outbox/sold-counts.ts';
import { storeNameOf } from '#offline/stores/store-name.ts';
import { nothingSold, type SoldView, soldUnder, soldViewOf } from '#offline/views/sold-view.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { ofAccount } from '#tests/support/who-changes.ts';
import { createRoughNetwork, type Mishap } from './rough-network.ts';
import { createTestBrowser, upgradeDatabase } from './test-device.ts';

/** Goods counted on devices, with the real server behind a rough network. */

const offline = (calls: number): Mishap[] => Array.from({ length: calls }, () => 'lost');

async function setUp() {
  const bought = await openRefundShop([700]);
  const { shop, productIds, itemIds } = bought;
  const { buyer } = shop;
  const [productId = ''] = productIds;
  const [licenceId = ''] = itemIds;

  /** A phone of the buyer. */
  function phone() {
    const network = createRoughNetwork(async (request) => shop.app.request(request));
    const browser = createTestBrowser(network);
    browser.signIn(buyer.id, buyer.token);
    return { network, browser };
  }
  const count = (device: Device, delta: number, undoes?: string) =>
    device.count(buyer.id, productId, { licenceId, title: 'Fox Nap', delta, undoes });
  return { bought, shop, buyer, licenceId, phone, count, meter: meterOf(licenceId) };
}

/** Watches a count as My orders shows it. */
function meterOf(licenceId: string) {
  return (device: Device) => {
    let sold: SoldView = nothingSold;
    let orders: readonly Order[] = [];
    let check = () => {};
    device.watchSold((next) => {
      sold = next;
      check();
    });
    device.watchCopy('orders', (saved) => {
      orders = saved?.orders ?? [];
      check();
    });
    const shown = () => {
      const item = orders.flatMap(({ items }) => items).find(({ _id }) => _id === licenceId);
      return soldUnder(sold, licenceId, item?.counted ?? { sold: 0, entries: 0, recent: [] });
    };
    return {
      shown,
      sold: () => sold,
      until: (isTrue: (view: SoldView) => boolean) =>
        new Promise<void>((resolve) => {
          check = () => {
            if (isTrue(sold)) resolve();
          };
          check();
        }),
      /** Resolves once this number is shown, and fails by the time limit if it never is. */
      shows: (number: number) =>
        new Promise<void>((resolve) => {
          check = () => {
            if (shown() === number) resolve();
          };
          check();
        }),
    };
  };
}

async function syncAll(device: Device): Promise<void> {
  const { isEmpty } = await device.sync({ pressed: true });
  expect(isEmpty).toBe(true);
}

test.each([
  ['the first', [0, 1]],
  ['the second', [1, 0]],
])(
  'what two phones counted without a signal adds up when %s is back first',
  async (_who, order) => {
    const { phone, count, meter } = await setUp();
    const phones = [phone(), phone()].map(({ network, browser }) => {
      network.nextFaults(offline(3));
      return { network, device: browser.open() };
    });
    const meters = phones.map(({ device }) => meter(device));
    for (const [index, { device }] of phones.entries()) {
      await count(device, index === 0 ? 30 : 40);
      await device.sync();
    }
    await meters[0]?.shows(30);
    await meters[1]?.shows(40);

    for (const index of order) {
      phones[index]?.network.nextFaults([]);
      await syncAll(phones[index]?.device as Device);
    }

    await meters[order[1] ?? 0]?.shows(70);
    for (const [index, { device }] of phones.entries()) {
      await device.refreshOrders();
      await meters[index]?.shows(70);
    }
  },
);

test.each<Mishap>(['unheard', 'doubled', 'late'])(
  'a count is done once when its call is %s',
  async (mishap) => {
    const { phone, count, meter } = await setUp();
    const { network, browser } = phone();
    const device = browser.open();
    const { shows } = meter(device);
    await syncAll(device);
    network.nextFaults([mishap]);

    await count(device, 30);
    await device.sync({ pressed: true });
    await network.deliverLate();
    await shows(30);
    await device.refreshOrders();
    await shows(30);
    await syncAll(device);
    await count(device, 40);
    await syncAll(device);
    await device.refreshOrders();

    await shows(70);
  },
);

test('a count whose answer was lost is not added to the orders that have it', async () => {
  const { phone, count, meter, licenceId } = await setUp();
  const { network, browser } = phone();
  const device = browser.open();
  const { sold, until } = meter(device);
  await syncAll(device);
  network.nextFaults(['unheard']);
  await count(device, 30);
  await device.sync();
  await until(({ waiting }) => waiting.length === 1);

  const saved = await device.refreshOrders();

  const counted = saved?.orders[0]?.items[0]?.counted;
  expect(counted?.sold).toBe(30);
  expect(sold().waiting).toHaveLength(1);
  expect(counted && soldUnder(sold(), licenceId, counted)).toBe(30);
});

test('another tab shows a count at once, and an undo', async () => {
  const { phone, count, meter } = await setUp();
  const { network, browser } = phone();
  network.nextFaults(offline(100));
  const [tab, other] = [browser.open(), browser.open()];
  const { shows } = meter(other);

  await count(tab, 5);
  await shows(5);
  await count(tab, -5);

  await shows(0);
});

test('each count stays an entry of its own', async () => {
  const { phone, count, shop, meter } = await setUp();
  const { network, browser } = phone();
  network.nextFaults(offline(20));
  const device = browser.open();
  for (const delta of [1, 1, 10, -1]) await count(device, delta);
  await device.sync();
  network.nextFaults([]);
  await syncAll(device);
  await meter(device).shows(11);

  const rows = await shop.services.database.read
    .selectFrom('licenceCounts')
    .select('delta')
    .orderBy('delta')
    .execute();
  expect(rows.map(({ delta }) => delta)).toEqual([-1, 1, 1, 10]);
});

test('a refund refuses what waits: the number goes back, and the buyer sees why', async () => {
  const { bought, licenceId, phone, count, meter } = await setUp();
  const { network, browser } = phone();
  const device = browser.open();
  const { shows, until, sold } = meter(device);
  await count(device, 30);
  await syncAll(device);
  network.nextFaults(offline(1));
  await count(device, 5);
  await shows(35);
  await bought.refund(licenceId, 700);
  network.nextFaults([]);

  await syncAll(device);

  await until(({ refused }) => refused.length === 1);
  expect(sold().refused[0]).toMatchObject({
    kind: 'countSold',
    sold: { licenceId, title: 'Fox Nap', delta: 5 },
    problem: { status: 409, message: expect.stringContaining('was refunded') },
  });
  expect(device.syncView().refused).toHaveLength(1);
  await shows(30);
});

test('a refused count can be tried again', async () => {
  const { phone, count, meter } = await setUp();
  const [mine, other] = [phone().browser.open(), phone().browser.open()];
  const { until, shows, sold } = meter(mine);
  await count(mine, -5);
  await syncAll(mine);
  await until(({ refused }) => refused.length === 1);
  await count(other, 8);
  await syncAll(other);

  const [refused] = sold().refused;
  if (!refused) throw new Error('nothing was refused');
  await mine.retryRefused(refused);
  await syncAll(mine);

  await shows(3);
  await until(({ refused: left }) => left.length === 0);
});

test('a refused count that is tried again from two places is counted once', async () => {
  const { phone, count, meter } = await setUp();
  const { browser } = phone();
  const [tab, other] = [browser.open(), browser.open()];
  const { until, shows, sold } = meter(tab);
  await count(tab, -5);
  await syncAll(tab);
  await until(({ refused }) => refused.length === 1);
  const [refused] = sold().refused;
  if (!refused) throw new Error('nothing was refused');
  await count(tab, 12);
  await syncAll(tab);

  const tried = await Promise.all([tab.retryRefused(refused), other.retryRefused(refused)]);
  tried.push(await tab.retryRefused(refused));
  await syncAll(tab);

  expect(tried.filter((opId) => opId === null)).toHaveLength(2);

  await shows(7);
});

test('a number stays live after a newer build in another tab upgraded the database', async () => {
  const { buyer, phone, count, meter } = await setUp();
  const { browser } = phone();
  const device = browser.open();
  const { shows } = meter(device);
  await count(device, 3);
  await shows(3);

  await upgradeDatabase(browser.idb, storeNameOf(buyer.id));
  await count(browser.open(), 4);

  await shows(7);
});

test('a refused count is not tried again for another account', async () => {
  const { shop, phone, count, meter } = await setUp();
  const { browser } = phone();
  const device = browser.open();
  const { until, sold } = meter(device);
  await count(device, -5);
  await syncAll(device);
  await until(({ refused }) => refused.length === 1);
  const [refused] = sold().refused;
  if (!refused) throw new Error('nothing was refused');
  const stranger = await signUp(shop.services, { email: 'stranger@shop.example' });

  browser.signIn(stranger.id, stranger.token);

  await expect(device.retryRefused(refused)).rejects.toThrow('another account');
});

test('another account on the device neither sees nor sends a count', async () => {
  const { shop, buyer, phone, count, meter } = await setUp();
  const { network, browser } = phone();
  network.nextFaults(offline(100));
  await count(browser.open(), 30);
  const stranger = await signUp(shop.services, { email: 'stranger@shop.example' });
  network.nextFaults([]);
  browser.signIn(stranger.id, stranger.token);
  const device = browser.open();
  await device.follow();
  const { sold, shown } = meter(device);
  await syncAll(device);

  expect([sold(), shown()]).toEqual([nothingSold, 0]);
  expect(device.syncView().waiting).toEqual([]);
  await expect(count(device, 1)).rejects.toThrow('another account');

  browser.signIn(buyer.id, buyer.token);
  const back = browser.open();
  await back.follow();
  await syncAll(back);
  await meter(back).shows(30);
});

test('a log-out that keeps unsent changes keeps counts, and only those', async () => {
  const { buyer, phone, count, meter } = await setUp();
  const { network, browser } = phone();
  const device = browser.open();
  await count(device, 30);
  await syncAll(device);
  network.nextFaults(offline(100));
  await count(device, 40);
  expect(await device.countUnsent()).toBe(1);
  await device.wipe({ keepsUnsent: true });
  const { outbox, ...others } = await browser.rows(buyer.id, (store) => store.read());
  expect([outbox.length, { ...others, outbox: [] }]).toEqual([1, emptyRows]);

  network.nextFaults([]);
  browser.signIn(buyer.id, buyer.token);
  const back = browser.open();
  await back.follow();
  await syncAll(back);

  await meter(back).shows(70);
});

test('a log-out that discards unsent changes discards counts', async () => {
  const { buyer, phone, count } = await setUp();
  const { network, browser } = phone();
  const device = browser.open();
  network.nextFaults(offline(100));
  await count(device, 40);
  await device.wipe({ keepsUnsent: false });

  const rows = await browser.rows(buyer.id, (store) => store.read());
  expect(rows).toEqual(emptyRows);
});

const at = '2026-06-01T00:00:00.000Z';
const refusal = { status: 409, code: 'CONFLICT', message: 'The number can’t be negative.' };
const ids = (ops: readonly { readonly opId: string }[]) => ops.map(({ opId }) => opId);

/** Rows to which counts for the licence `fox` were added in this order. */
function countedRows(rows: AccountRows, ...counts: (Partial<SoldGoods> & { opId: string })[]) {
  return counts.reduce((before, { opId, ...rest }) => {
    const sold = { licenceId: 'fox', title: 'Fox Nap', delta: 1, ...rest };
    return enqueueCount(before, { opId, deviceId: 'device', productId: 'design', sold, at });
  }, rows);
}

test('a count that keeps failing lets other changes of the design go first, but no count of its licence', () => {
  const counted = countedRows(emptyRows, { opId: 'first' }, { opId: 'second' });
  const fault = { problem: refusal, faults: { faults: 1 }, foreign: null };
  const failing = postponeOp(counted, 'first', fault, 0);
  expect(nextOp(failing)?.opId).toBe('first');

  const other = countedRows(failing, { opId: 'other', licenceId: 'owl' });
  const wished = enqueue(failing, {
    opId: 'wish',
    deviceId: 'device',
    kind: 'wish',
    productId: 'design',
    snapshot: null,
    at,
    ...ofAccount,
  });

  expect([nextOp(other)?.opId, nextOp(wished)?.opId]).toEqual(['other', 'wish']);
});

test('the undo of a count that the shop refuses is not sent', () => {
  const off = { opId: 'off', delta: -5 };
  const undo = { opId: 'undo', delta: 5, undoes: 'off' };
  const waiting = countedRows(emptyRows, off, { opId: 'more' }, undo);

  expect(ids(refuseOp(waiting, 'off', refusal, at).outbox)).toEqual(['more']);
  const refused = refuseOp(countedRows(emptyRows, off), 'off', refusal, at);
  expect(countedRows(refused, undo)).toBe(refused);
  expect(ids(countedRows(refused, { ...undo, undoes: 'more' }).outbox)).toEqual(['undo']);
});

test('an undone count that the shop refuses leaves the number as it was', async () => {
  const { phone, count, meter } = await setUp();
  const { network, browser } = phone();
  const device = browser.open();
  const { until, shows } = meter(device);
  await count(device, 3);
  await syncAll(device);
  network.nextFaults(offline(100));
  const undoes = await count(device, -5);
  await count(device, 5, undoes ?? undefined);
  network.nextFaults([]);

  await syncAll(device);

  await until(({ refused, waiting }) => refused.length === 1 && waiting.length === 0);
  await shows(3);
});

const answer: AnsweredCount = { licenceId: 'fox', sold: 30, entries: 3, recent: [] };

/** What the shop's answer about the orders says about this count. */
const itemsWith = ({ licenceId, ...counted }: AnsweredCount) => [{ _id: licenceId, counted }];

test('an answer that arrives late changes nothing', () => {
  const rows = withCount({ ...emptyRows, counts: [answer] }, { ...answer, sold: 20, entries: 2 });
  expect(rows.counts).toEqual([answer]);
  const newer = { ...answer, sold: 40, entries: 4 };
  expect(withCount(rows, newer).counts).toEqual([newer]);
});

test('newer orders replace the answers known before they were asked for', () => {
  const since = { ...answer, licenceId: 'owl' };
  const rows = { ...emptyRows, counts: [answer, { ...since, entries: 4 }] };
  const known = withoutOlderCounts(rows, [answer, since], itemsWith({ ...answer, entries: 4 }));
  expect(known.counts).toEqual([{ ...since, entries: 4 }]);
  const restored = withoutOlderCounts(rows, [answer], itemsWith({ ...answer, entries: 2 }));
  expect(restored.counts).toEqual([{ ...since, entries: 4 }]);
});

test('orders that arrive late in another tab do not bring an earlier number back', () => {
  const rows = { ...emptyRows, counts: [answer] };
  const saved = withoutOlderCounts(rows, [answer], itemsWith(answer));
  const earlier = { ...answer, sold: 20, entries: 2 };
  const late = withoutOlderCounts(saved, [earlier], itemsWith(earlier));

  expect(soldUnder(soldViewOf(late), 'fox', earlier)).toBe(30);
});

test('saved orders with more entries count more than an earlier answer', () => {
  const view = { ...nothingSold, answered: new Map([['fox', answer]]) };
  expect(soldUnder(view, 'fox', { sold: 70, entries: 5, recent: [] })).toBe(70);
  expect(soldUnder(view, 'fox', { sold: 20, entries: 2, recent: [] })).toBe(30);
});
