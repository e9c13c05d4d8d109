import { describe, expect, it, test } from 'vitest';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { shopSaleMessages, shopSaleRefusals } from '#contract/studio/new-shop-sale.ts';
import { switchDueSales } from '#server/catalogue/sales.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import type { TestProduct } from '#tests/support/add-product.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { openDesignDesk } from '#tests/support/design-desk.ts';
import { customer } from '#tests/support/payment-shop.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

const hour = 3_600_000;
const day = 24 * hour;

type NewSale = StudioCallInput<'createShopSale'>['body'];

/** Twenty percent off everything today and tomorrow. It is 9:00 on March 1 in the shop. */
const winter: NewSale = {
  name: 'Winter sale',
  percent: 20,
  firstDay: '2026-03-01',
  lastDay: '2026-03-02',
  isForAll: true,
  collectionIds: [],
  skus: [],
};
const tomorrow = { firstDay: '2026-03-02', lastDay: '2026-03-03' };

/** A studio that plans sales. */
async function setUp() {
  const desk = await openDesignDesk();
  const { services, app, cookie } = desk;
  const signed = { cookie };
  const sales = async () =>
    (await callStudio(app, 'shopSales', { ...signed, query: {} })).answer.items;
  return {
    ...desk,
    product: (product: TestProduct = {}) =>
      addProduct(services, {
        price: 1000,
        files: { 'design.png': Buffer.from('PNG') },
        ...product,
      }),
    /** Returns the sale as the list shows it. */
    async create(sale: Partial<NewSale> = {}) {
      await callStudio(app, 'createShopSale', { ...signed, body: { ...winter, ...sale } });
      const [made] = await sales();
      if (!made) throw new Error('no sale was made');
      return made;
    },
    refused: async (sale: object) => {
      const body = { ...winter, ...sale };
      return (await studioRefused(app, 'createShopSale', { ...signed, body })).problem.fields;
    },
    preview: async (sale: Partial<NewSale> = {}) =>
      (await callStudio(app, 'previewShopSale', { ...signed, body: { ...winter, ...sale } })).answer
        .message,
    end: async (id: string) =>
      (await callStudio(app, 'endShopSale', { ...signed, params: { id } })).answer.message,
    sales,
    /** In dollars, what the shop shows for a design now; null without a discount. */
    async discounted(id: string): Promise<number | null> {
      await switchDueSales(services);
      return (await desk.inShop(id))?.discountedPrice ?? null;
    },
    async strip(): Promise<string> {
      await switchDueSales(services);
      await services.catalogue.refresh();
      return (await call(app, 'shopSettings', {})).answer.texts?.announcement.text ?? '';
    },
    collection: async (...designIds: string[]) => {
      const { answer } = await callStudio(app, 'createCollection', {
        ...signed,
        body: { name: 'Woods' },
      });
      const params = { id: answer.id };
      const body = { base: { designIds: [] }, changes: { designIds } };
      await callStudio(app, 'saveCollection', { ...signed, params, body });
      return answer.id;
    },
  };
}

describe('a sale of the shop', () => {
  it('lowers prices from its first day until the end of its last, with its name in the strip', async () => {
    const { product, create, discounted, strip, services } = await setUp();
    const id = await product();
    const usual = await strip();
    const sale = await create(tomorrow);
    expect(sale).toMatchObject({ state: 'planned', designs: null, ...tomorrow });

    expect([await discounted(id), await strip()]).toEqual([null, usual]);
    services.pass(15 * hour - 1);
    expect([await discounted(id), await strip()]).toEqual([null, usual]);
    services.pass(1);
    expect(await discounted(id)).toBe(8);
    expect(await strip()).toBe('Winter sale · 20% off until Mar 3');
    services.pass(2 * day - 1);
    expect(await discounted(id)).toBe(8);
    services.pass(1);
    expect([await discounted(id), await strip()]).toEqual([null, usual]);
  });

  it('has its days in the shop’s time zone', async () => {
    const { product, create, discounted, strip, services } = await setUp();
    await makeChange(services, (change) => writeSetting(change, 'timeZone', 'Pacific/Auckland'));
    const id = await product();
    // It is 22:00 of March 1 there, so March 2 begins in two hours.
    await create({ ...tomorrow, lastDay: '2026-03-02' });
    services.pass(2 * hour - 1);
    expect(await discounted(id)).toBeNull();
    services.pass(1);
    expect(await discounted(id)).toBe(8);
    expect(await strip()).toContain('until Mar 2');
    services.pass(day);
    expect(await discounted(id)).toBeNull();
  });

  it.each([
    ['a lower discount of its own', { discountedPrice: 500 }, 20, 5],
    ['a higher discount of its own', { discountedPrice: 900 }, 20, 8],
    ['no price', { price: 0 }, 20, null],
    ['a price of one cent', { price: 1 }, 99, null],
    ['a price of some cents', { price: 10 }, 99, 0.01],
  ])('never raises a price, and makes nothing free: %s', async (_, made, percent, shown) => {
    const { product, create, discounted } = await setUp();
    const id = await product(made);
    await create({ percent });
    expect(await discounted(id)).toBe(shown);
  });

  it('counts less than another one that takes more off, while both run', async () => {
    const { product, create, discounted, strip, services } = await setUp();
    const id = await product();
    await create({ lastDay: '2026-03-04' });
    await create({ ...tomorrow, lastDay: '2026-03-02', name: 'Flash', percent: 50 });

    expect(await discounted(id)).toBe(8);
    services.pass(day);
    expect([await discounted(id), await strip()]).toEqual([5, 'Flash · 50% off until Mar 2']);
    services.pass(day);
    expect(await discounted(id)).toBe(8);
    expect(await strip()).toBe('Winter sale · 20% off until Mar 4');
  });

  it('is for the designs of its choice alone, whatever becomes of the collection', async () => {
    const { product, create, discounted, strip, collection, app, cookie } = await setUp();
    const [fox, moon, star] = [await product(), await product(), await product()];
    const woods = await collection(fox);
    await create({ isForAll: false, collectionIds: [woods], skus: [`PW-${moon}`] });

    const prices = async () => [
      await discounted(fox),
      await discounted(moon),
      await discounted(star),
    ];
    expect(await prices()).toEqual([8, 8, null]);
    expect(await strip()).toBe('Winter sale · 20% off some designs until Mar 2');
    await callStudio(app, 'deleteCollection', { cookie, params: { id: woods } });
    expect(await prices()).toEqual([8, 8, null]);
  });

  it('counts for a design that is published, repriced or discounted while it runs', async () => {
    const { product, create, discounted, move, save, services } = await setUp();
    const id = await product({ status: 'draft' });
    await create();
    await move(id, 'published');
    expect(await discounted(id)).toBe(8);
    await save(id, { price: 20 });
    expect(await discounted(id)).toBe(16);
    await save(id, { sale: { price: 12, startsAt: null, endsAt: null } });
    expect(await discounted(id)).toBe(12);
    await save(id, { sale: null });
    expect(await discounted(id)).toBe(16);
    services.pass(2 * day);
    expect(await discounted(id)).toBeNull();
  });

  it('gives way to a design’s own discount that begins meanwhile, and returns after it', async () => {
    const { product, create, discounted, save, services } = await setUp();
    const id = await product();
    const at = (hours: number) => new Date(services.clock().getTime() + hours * hour).toISOString();
    await save(id, { sale: { price: 5, startsAt: at(1), endsAt: at(2) } });
    await create();
    expect(await discounted(id)).toBe(8);
    services.pass(hour);
    expect(await discounted(id)).toBe(5);
    services.pass(hour);
    expect(await discounted(id)).toBe(8);
  });

  it('is noted once in the feed for each design that it lowers, and for no other', async () => {
    const { product, create, services } = await setUp();
    await product();
    const cheaper = await product({ discountedPrice: 100 });
    const seen = async () =>
      (await services.database.read.selectFrom('catalogueChanges').selectAll().execute()).filter(
        ({ productId }) => productId === cheaper,
      ).length;
    const before = await seen();
    await create();
    await Promise.all([switchDueSales(services), switchDueSales(services)]);
    expect(await seen()).toBe(before);
    const texts = await services.database.read
      .selectFrom('catalogueChanges')
      .select('seq')
      .where('productId', 'is', null)
      .execute();
    await switchDueSales(services);
    expect(
      await services.database.read
        .selectFrom('catalogueChanges')
        .select('seq')
        .where('productId', 'is', null)
        .execute(),
    ).toEqual(texts);
  });
});

describe('ending', () => {
  it('a running sale gives back the prices at once, and is done once', async () => {
    const { product, create, discounted, strip, end, sales, linesOf } = await setUp();
    const id = await product();
    const usual = await strip();
    const sale = await create();
    expect(await discounted(id)).toBe(8);

    expect(await end(sale.id)).toBe('Sale ended.');
    expect(await end(sale.id)).toBe('This sale has already ended.');

    expect([await discounted(id), await strip()]).toEqual([null, usual]);
    expect(await sales()).toMatchObject([{ state: 'ended', lastDay: '2026-03-01' }]);
    expect((await linesOf(sale.id)).map(({ action }) => action)).toEqual([
      'sale.created',
      'sale.ended',
    ]);
  });

  it('a planned sale deletes it', async () => {
    const { product, create, discounted, end, sales, services, linesOf } = await setUp();
    const id = await product();
    const sale = await create(tomorrow);
    expect(await end(sale.id)).toBe('Sale deleted.');
    expect(await sales()).toEqual([]);
    services.pass(day);
    expect(await discounted(id)).toBeNull();
    expect((await linesOf(sale.id)).map(({ action }) => action)).toEqual([
      'sale.created',
      'sale.deleted',
    ]);
  });
});

test('a preview says how many designs a sale would lower', async () => {
  const { product, preview } = await setUp();
  const fox = await product();
  await product({ discountedPrice: 700 });
  await product({ price: 0 });
  await product({ status: 'draft' });
  expect(await preview()).toBe(
    'Lowers 1 of 3 designs in the shop. 2 are free or as cheap already.',
  );
  const chosen = { isForAll: false, skus: [`PW-${fox}`] };
  expect(await preview(chosen)).toBe('Lowers 1 of 1 design in the shop.');
});

test('a preview counts the sales that run when it begins, and the discounts of that moment', async () => {
  const { product, create, preview, save, services } = await setUp();
  const [fox, moon] = [await product(), await product()];
  const before = (hours: number) =>
    new Date(services.clock().getTime() - hours * hour).toISOString();
  await save(fox, { sale: { price: 7, startsAt: before(1), endsAt: null } });
  await save(moon, { sale: { price: 7, startsAt: null, endsAt: before(1) } });
  expect(await preview()).toMatch(/^Lowers 1 of 2 designs/);
  await create({ percent: 30, isForAll: false, skus: [`PW-${moon}`] });
  expect(await preview()).toMatch(/^Lowers 0 of 2 designs/);
  expect(await preview({ ...tomorrow, percent: 31 })).toMatch(/^Lowers 2 of 2 designs/);
  expect(await preview({ firstDay: '2026-03-03', lastDay: '2026-03-03' })).toMatch(
    /^Lowers 1 of 2/,
  );
});

test.each([
  ['no name', { name: ' ' }, { name: shopSaleMessages.name }],
  ['a long name', { name: 'x'.repeat(41) }, { name: 'This is too long.' }],
  ['nothing off', { percent: 0 }, { percent: shopSaleMessages.percent }],
  ['everything off', { percent: 100 }, { percent: shopSaleMessages.percent }],
  ['a part of a percent', { percent: 2.5 }, { percent: shopSaleMessages.percent }],
  ['no day', { lastDay: '2026-02-30' }, { lastDay: shopSaleMessages.day }],
  [
    'an end before its start',
    { firstDay: '2026-03-05', lastDay: '2026-03-04' },
    { lastDay: shopSaleMessages.order },
  ],
  ['a day that is over', { firstDay: '2026-02-28' }, { firstDay: shopSaleRefusals.dayOver }],
  ['years ahead', { lastDay: '2028-03-01' }, { lastDay: shopSaleRefusals.tooLate }],
  ['no design', { isForAll: false }, { skus: shopSaleRefusals.noDesigns }],
  ['an unknown SKU', { isForAll: false, skus: ['NONE'] }, { skus: 'No design has the SKU NONE.' }],
  [
    'an unknown collection',
    { isForAll: false, collectionIds: ['0'.repeat(24)] },
    { collectionIds: shopSaleRefusals.noCollection },
  ],
])('a sale with %s is refused', async (_, sale, fields) => {
  const { refused, sales } = await setUp();
  expect(await refused(sale)).toEqual(fields);
  expect(await sales()).toEqual([]);
});

describe('at checkout', () => {
  async function withCart() {
    const studio = await setUp();
    const { services, app, product } = studio;
    await makeChange(services, (change) => writeSetting(change, 'priceHoldHours', 0));
    const { token } = await signUp(services, { status: 'approved' });
    const id = await product();
    await call(app, 'cartAdd', { token, body: { productId: id } });
    const order = (expectedTotal: number) => ({
      token,
      body: { customerDetails: customer, expectedTotal },
    });
    return { ...studio, token, id, order };
  }

  it('a sale that began since is applied, and one that ended is asked about', async () => {
    const { services, app, create, order } = await withCart();
    await create({ ...tomorrow, lastDay: '2026-03-02' });
    services.pass(15 * hour);
    const lower = await call(app, 'checkout', order(10));
    expect(lower.answer).toMatchObject({ totalPrice: 8 });

    services.pass(day);
    const { problem } = await callRefused(app, 'checkout', order(8));
    expect(problem).toMatchObject({ code: 'PRICE_CHANGED', cart: { totalPrice: 10 } });
  });

  it('a coupon takes its part off the lowered price', async () => {
    const { services, app, create, order, token } = await withCart();
    await addCoupon(services, { code: 'TEN', discountType: 'percentage', discountAmount: 10 });
    await create();
    await switchDueSales(services);
    const { answer } = await call(app, 'cart', { token });
    await call(app, 'couponApply', { token, body: { code: 'TEN', cartId: answer._id } });
    const { answer: ordered } = await call(app, 'checkout', order(7.2));
    expect(ordered).toMatchObject({ totalPrice: 7.2 });
    const item = await services.database.read
      .selectFrom('orderItems')
      .select(['price', 'discountedPrice', 'couponDiscount'])
      .executeTakeFirstOrThrow();
    expect(item).toEqual({ price: 1000, discountedPrice: 800, couponDiscount: 80 });
  });
});
