import { beforeEach, describe, expect, it } from 'vitest';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { switchDueSales } from '#server/catalogue/sales.ts';
import { publishDue } from '#server/designs/plan-publication.ts';
import { countOf } from '#server/platform/database/count-of.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { changeInBulk, oneFile, percent, undoInBulk } from '#tests/support/change-in-bulk.ts';
import { copyDesign } from '#tests/support/copy-design.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import { callStudio } from '#tests/support/studio-call.ts';

const day = 24 * 3_600_000;

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

/** It is 9:00 on March 1 in the shop. */
async function plan(sale: Partial<StudioCallInput<'createShopSale'>['body']> = {}) {
  const { app, cookie } = desk;
  const some = { name: 'Winter sale', percent: 20, isForAll: true, collectionIds: [], skus: [] };
  const body = { ...some, firstDay: '2026-03-02', lastDay: '2026-03-03', ...sale };
  await callStudio(app, 'createShopSale', { cookie, body });
}

const design = (made: object = {}) =>
  addProduct(desk.services, { price: 1000, ...oneFile(), ...made });

async function discounted(id: string): Promise<number | null | undefined> {
  await switchDueSales(desk.services);
  return (await desk.inShop(id))?.discountedPrice;
}

describe('a sale of the shop counts for', () => {
  it('a draft that was begun after it was planned, and published before it begins', async () => {
    await plan();
    const id = await design({ status: 'draft' });
    await desk.move(id, 'published');
    expect(await discounted(id)).toBeNull();
    desk.services.pass(day);
    expect(await discounted(id)).toBe(8);
    desk.services.pass(2 * day);
    expect(await discounted(id)).toBeNull();
  });

  it('a design that is published at a planned time, or returns to the shop', async () => {
    await plan({ firstDay: '2026-03-01' });
    const [planned, returning] = [await design({ status: 'draft' }), await design()];
    const publishAt = desk.services.clock().toISOString();
    await callStudio(desk.app, 'planPublication', {
      params: { id: planned },
      body: { from: null, publishAt: new Date(Date.parse(publishAt) + 1000).toISOString() },
      cookie: desk.cookie,
    });
    await desk.move(returning, 'retired');
    desk.services.pass(1000);
    await publishDue(desk.services);
    await desk.move(returning, 'published');
    expect([await discounted(planned), await discounted(returning)]).toEqual([8, 8]);
  });

  it('designs that are repriced in bulk, and for their old prices if that is undone', async () => {
    const id = await design();
    await plan({ firstDay: '2026-03-01' });
    expect(await discounted(id)).toBe(8);
    const { _id } = await changeInBulk(desk, [id], percent(50));
    expect(await discounted(id)).toBe(12);
    await undoInBulk(desk, _id);
    expect(await discounted(id)).toBe(8);
  });
});

it('begins and ends once in two processes, also while one of them still begins it', async () => {
  const { services, app, cookie } = desk;
  const id = await design();
  await copyDesign(services, id, 250);
  const database = await openAgain(services.env.dataDir);
  atEndOfFile(() => database.close());
  const there = { ...services, database };
  const { read } = services.database;
  const lowered = async () =>
    countOf(read.selectFrom('products').where('discountedPrice', '=', 800));
  const noted = async () =>
    countOf(read.selectFrom('catalogueChanges').where('productId', 'is not', null));
  const before = await noted();

  await plan({ firstDay: '2026-03-01' });
  await Promise.all([switchDueSales(services), switchDueSales(there)]);
  expect([await lowered(), (await noted()) - before]).toEqual([251, 251]);

  await plan({ name: 'Flash', firstDay: '2026-03-01', percent: 50 });
  const { answer } = await callStudio(app, 'shopSales', { cookie, query: {} });
  const params = { id: answer.items.find(({ name }) => name === 'Flash')?.id ?? '' };
  await Promise.all([
    switchDueSales(there),
    callStudio(app, 'endShopSale', { cookie, params }),
    switchDueSales(services),
  ]);
  await switchDueSales(there);
  expect(await lowered()).toBe(251);
});
