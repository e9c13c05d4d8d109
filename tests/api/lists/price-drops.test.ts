import type { KyselyPlugin } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { productPath } from '#contract/shop/paths.ts';
import { switchDueSales } from '#server/catalogue/sales.ts';
import { queuePriceDrops, schedulePriceDrops } from '#server/lists/price-drops/price-drops.ts';
import { firstCursor } from '#server/platform/database/changes-after.ts';
import type { ClaimedPush } from '#server/platform/push/push-outbox.ts';
import { pushAll } from '#server/platform/push/pusher.ts';
import { pushes } from '#server/pushes.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { changeInBulk } from '#tests/support/change-in-bulk.ts';
import { openDesignDesk } from '#tests/support/design-desk.ts';
import { choosePush } from '#tests/support/pushes.ts';
import { day, minute, openWishShop } from '#tests/support/wish-shop.ts';

describe('a price drop', () => {
  it('is pushed once to buyers who wishlisted the design, after the hold time', async () => {
    const shop = await openWishShop();
    const foxes = await shop.design('Sleepy Foxes', 800);
    const ada = await shop.buyer('Ada', [foxes]);
    await shop.buyer('Bea', []);

    await shop.discount(foxes, 500);
    const early = await shop.round();
    shop.services.pass(15 * minute);
    const pushes = await shop.round();

    expect(early).toEqual([]);
    expect(pushes).toEqual([
      {
        name: "Ada's phone",
        message: {
          accountId: ada.id,
          title: 'Sleepy Foxes now costs $5.00',
          body: 'It was $8.00. It’s on your wishlist.',
          path: productPath(foxes),
          icon: expect.stringMatching(/^\/icons\/.+\.png$/),
          tag: 'priceDrops',
        },
      },
    ]);
    shop.services.pass(2 * day);
    expect(await shop.later()).toEqual([]);
  });

  it('of several designs is one message that opens the wishlist', async () => {
    const shop = await openWishShop();
    const [foxes, moons, whales] = [
      await shop.design('Foxes', 800),
      await shop.design('Moons', 800),
      await shop.design('Whales', 800),
    ];
    await shop.buyer('Ada', [foxes]);
    shop.services.pass(1000);
    const { token } = await shop.buyer('Bea', [foxes, moons]);
    shop.services.pass(1000);
    await call(shop.app, 'wishlistAdd', { token, body: { productId: whales } });

    for (const id of [foxes, moons]) await shop.discount(id, 500);
    const early = await shop.round();
    shop.services.pass(14 * minute);
    await shop.discount(whales, 300);
    const pushes = [...early, ...(await shop.later())];

    expect(pushes.map(({ name, message }) => [name, message.title])).toEqual([
      ["Ada's phone", 'Foxes now costs $5.00'],
      ["Bea's phone", '3 designs on your wishlist cost less'],
    ]);
    expect(pushes[1]?.message).toMatchObject({
      body: expect.stringMatching(/^Whales, \w+ and 1 more$/),
      path: '/dashboard/my-wishlist',
    });
  });

  it('that is over before the hold time is not pushed', async () => {
    const shop = await openWishShop();
    const foxes = await shop.design('Foxes', 800);
    await shop.buyer('Ada', [foxes]);

    await shop.discount(foxes, 500);
    await shop.round();
    await shop.discount(foxes, null);

    expect(await shop.later()).toEqual([]);
  });

  it('is measured from the price when the design was wishlisted, or from the last one pushed', async () => {
    const shop = await openWishShop();
    const foxes = await shop.design('Foxes', 800);
    const { token } = await shop.buyer('Ada', []);
    const titles = async () => (await shop.later()).map(({ message }) => message.title);
    await shop.discount(foxes, 600);
    await call(shop.app, 'wishlistAdd', { token, body: { productId: foxes } });

    const seen = [await titles()];
    for (const cents of [null, 600, 500, null, 500, 499]) {
      await shop.discount(foxes, cents);
      shop.services.pass(2 * day);
      seen.push(await titles());
    }

    expect(seen).toEqual([
      [],
      [],
      [],
      ['Foxes now costs $5.00'],
      [],
      [],
      ['Foxes now costs $4.99'],
    ]);
  });

  it('is pushed at most once a day, with everything that is cheaper by then', async () => {
    const shop = await openWishShop();
    const [foxes, moons, whales] = [
      await shop.design('Foxes', 800),
      await shop.design('Moons', 800),
      await shop.design('Whales', 800),
    ];
    await shop.buyer('Ada', [foxes, moons, whales]);
    await shop.discount(foxes, 500);
    await shop.later();

    await shop.discount(moons, 500);
    const soon = await shop.later();
    await shop.discount(whales, 500);
    const stillSoon = await shop.later();
    shop.services.pass(day - 31 * minute);
    const almost = await shop.round();
    shop.services.pass(minute);
    const next = await shop.round();

    expect([soon, stillSoon, almost]).toEqual([[], [], []]);
    expect(next.map(({ message }) => message.title)).toEqual([
      '2 designs on your wishlist cost less',
    ]);
  });

  it('is not pushed to buyers who own the design, removed it or cannot buy it', async () => {
    const shop = await openWishShop();
    const foxes = await shop.design('Foxes', 800);
    const owner = await shop.buyer('Ada', [foxes]);
    const other = await shop.buyer('Bea', [foxes]);
    await shop.buyer('Cleo', [foxes], 'FABRIC_SHOP');
    await addOrder(shop.services, { accountId: owner.id, productIds: [foxes] });
    await shop.services.database.write((tx) =>
      tx.updateTable('products').set({ isForFabricShops: 0 }).execute(),
    );

    await shop.discount(foxes, 500);
    await shop.round();
    await call(shop.app, 'wishlistRemove', { token: other.token, params: { id: foxes } });

    expect(await shop.later()).toEqual([]);
  });

  it('from before the buyer asked for notifications is not pushed', async () => {
    const shop = await openWishShop();
    const [foxes, moons] = [await shop.design('Foxes', 800), await shop.design('Moons', 800)];
    const { token } = await shop.buyer('Ada', [foxes, moons]);
    await choosePush(shop.app, token, 'priceDrops', "Ada's phone", false);
    await shop.discount(foxes, 500);
    await choosePush(shop.app, token, 'priceDrops', "Ada's phone");

    const before = await shop.later();
    await shop.discount(moons, 500);

    expect(before).toEqual([]);
    expect((await shop.later()).map(({ message }) => message.title)).toEqual([
      'Moons now costs $5.00',
    ]);
  });

  it('is noticed however the studio lowers the price', async () => {
    const desk = await openDesignDesk();
    const shop = await openWishShop(desk);
    const add = (title: string) => addProduct(desk.services, { title, price: 800 });
    const [saved, bulk, sale] = [await add('Saved'), await add('Bulk'), await add('Sale')];
    for (const id of [saved, bulk, sale]) await shop.buyer(id, [id]);
    const startsAt = new Date(desk.services.clock().getTime() + 60 * minute).toISOString();

    await desk.save(saved, { price: 7 });
    await changeInBulk(desk, [bulk], {
      kind: 'price',
      way: 'percent',
      value: -50,
      rounding: 'cent',
    });
    await desk.save(sale, { sale: { price: 3, startsAt, endsAt: null } });
    const now = await shop.later();
    desk.services.pass(60 * minute);
    await switchDueSales(desk.services);

    expect(now.map(({ message }) => message.title).sort()).toEqual([
      'Bulk now costs $4.00',
      'Saved now costs $7.00',
    ]);
    expect((await shop.later()).map(({ message }) => message.title)).toEqual([
      'Sale now costs $3.00',
    ]);
  });
});

describe('a queued push', () => {
  async function queued() {
    const shop = await openWishShop();
    const foxes = await shop.design('Foxes', 800);
    const buyer = await shop.buyer('Ada', [foxes]);
    await shop.discount(foxes, 500);
    const first = await shop.later(() => 'failed');
    shop.services.pass(2 * minute);
    return { shop, foxes, buyer, first };
  }

  it('is retried after a failure', async () => {
    const { shop, first } = await queued();

    expect([first.length, (await shop.round()).length, (await shop.round()).length]).toEqual([
      1, 1, 0,
    ]);
  });

  it('is dropped without consent, with a higher price, without the wish, after a purchase, and with the account', async () => {
    for (const change of [
      async ({ shop, buyer }) => {
        await choosePush(shop.app, buyer.token, 'customs', "Ada's phone");
        await choosePush(shop.app, buyer.token, 'priceDrops', "Ada's phone", false);
      },
      ({ shop, foxes }) => shop.discount(foxes, 800),
      ({ shop, buyer, foxes }) =>
        call(shop.app, 'wishlistRemove', { token: buyer.token, params: { id: foxes } }),
      ({ shop, buyer, foxes }) =>
        addOrder(shop.services, { accountId: buyer.id, productIds: [foxes] }),
      ({ shop, buyer }) =>
        shop.services.database.write((tx) =>
          tx
            .updateTable('accounts')
            .set({ status: 'rejected' })
            .where('id', '=', buyer.id)
            .execute(),
        ),
    ] as ((made: Awaited<ReturnType<typeof queued>>) => Promise<unknown>)[]) {
      const made = await queued();
      await change(made);
      expect([String(change), await made.shop.round()]).toEqual([String(change), []]);
    }
  });

  it('states the current price', async () => {
    const { shop, foxes } = await queued();
    await shop.discount(foxes, 300);

    const [push] = await shop.round();
    shop.services.pass(2 * day);

    expect(push?.message.title).toBe('Foxes now costs $3.00');
    expect(await shop.later()).toEqual([]);
  });

  it('hides no later drop', async () => {
    const shop = await openWishShop();
    const { database, clock } = shop.services;
    const [foxes, moons] = [await shop.design('Foxes', 800), await shop.design('Moons', 800)];
    await shop.buyer('Ada', [foxes, moons]);
    await shop.discount(foxes, 500);
    await shop.round();
    shop.services.pass(15 * minute);
    await queuePriceDrops(database, clock());
    await shop.discount(moons, 500);

    const [push] = await shop.round();
    shop.services.pass(2 * day);

    expect(push?.message.title).toBe('Foxes now costs $5.00');
    expect((await shop.later()).map(({ message }) => message.title)).toEqual([
      'Moons now costs $5.00',
    ]);
  });

  it('ends with a browser that is gone, for every kind, until that browser subscribes again', async () => {
    const { shop, buyer } = await queued();
    await choosePush(shop.app, buyer.token, 'customs', "Ada's phone");

    await shop.round(() => 'gone');

    const { read } = shop.services.database;
    expect(await read.selectFrom('pushDevices').select('hasPriceDrops').execute()).toEqual([
      { hasPriceDrops: 1 },
    ]);
    expect(await read.selectFrom('pushes').selectAll().execute()).toEqual([]);
  });
});

it('schedules a drop for many buyers in few writes', async () => {
  const shop = await openWishShop();
  const foxes = await shop.design('Foxes', 800);
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gia', 'Hana']) {
    await shop.buyer(name, [foxes]);
  }
  const { database, clock } = shop.services;
  await shop.discount(foxes, 500);
  let updates = 0;
  const write: typeof database.write = async (work) => {
    // A write may run several times; its last one counts.
    let ofThisWrite = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        ofThisWrite += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const value = await database.write((tx) => {
      ofThisWrite = 0;
      return work(tx.withPlugin(counting));
    });
    updates += ofThisWrite;
    return value;
  };
  await schedulePriceDrops({ ...database, write }, clock(), firstCursor);
  const due = await database.read
    .selectFrom('accounts')
    .select('priceDropsDueAt')
    .where('priceDropsDueAt', 'is not', null)
    .execute();
  expect([updates, due.length]).toEqual([1, 8]);
});

it('sends pushes in parallel, so that a slow push service delays no other', async () => {
  const shop = await openWishShop();
  const foxes = await shop.design('Foxes', 800);
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay']) await shop.buyer(name, [foxes]);
  const { database, clock } = shop.services;
  await shop.discount(foxes, 500);
  await schedulePriceDrops(database, clock(), firstCursor);
  shop.services.pass(15 * minute);
  while (await queuePriceDrops(database, clock()));
  let answer = () => {};
  const answered = new Promise<'sent'>((resolve) => {
    answer = () => resolve('sent');
  });
  const send = vi.fn((_: ClaimedPush) => answered);
  const pushing = pushAll(shop.services, pushes, send, new AbortController().signal);
  await expect.poll(() => send).toHaveBeenCalledTimes(5);
  answer();
  await pushing;
  expect(new Set(send.mock.calls.map(([push]) => push.endpoint)).size).toBe(6);
});

describe('a subscription', () => {
  it('of another account is neither shown, ended nor used', async () => {
    const shop = await openWishShop();
    const foxes = await shop.design('Foxes', 800);
    const ada = await shop.buyer('Ada', [foxes]);
    const bea = await shop.buyer('Bea', []);

    const answer = await choosePush(shop.app, bea.token, 'priceDrops', "Ada's phone", false);
    await shop.discount(foxes, 500);
    const pushes = await shop.later(() => 'failed');
    // Bea signs in on that phone, so Ada's queued push isn't shown to her.
    await choosePush(shop.app, bea.token, 'customs', "Ada's phone");
    shop.services.pass(2 * minute);

    expect(answer.isOn).toBe(false);
    expect(pushes).toHaveLength(1);
    expect(await shop.round()).toEqual([]);
    const devices = await shop.services.database.read
      .selectFrom('pushDevices')
      .select(['accountId', 'hasCustoms', 'hasPriceDrops'])
      .where('endpoint', 'like', '%Ada%')
      .execute();
    expect(devices).toEqual([{ accountId: bea.id, hasCustoms: 1, hasPriceDrops: 0 }]);
    expect(devices.map(({ accountId }) => accountId)).not.toContain(ada.id);
  });

  it('to one kind leaves the other unchanged', async () => {
    const shop = await openWishShop();
    const { token } = await shop.buyer('Ada', []);
    const choose = (kind: 'customs' | 'priceDrops', isWanted: boolean) =>
      choosePush(shop.app, token, kind, "Ada's phone", isWanted);
    const isOn = async (kind: 'customs' | 'priceDrops') => {
      const device = { endpoint: "https://fcm.googleapis.com/fcm/send/Ada's phone" };
      return (await call(shop.app, 'pushNews', { token, body: { kind, device } })).answer.isOn;
    };

    await choose('customs', true);
    const both = [await isOn('customs'), await isOn('priceDrops')];
    await choose('priceDrops', false);

    expect(both).toEqual([true, true]);
    expect([await isOn('customs'), await isOn('priceDrops')]).toEqual([true, false]);
  });
});
