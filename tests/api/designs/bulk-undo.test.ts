import { beforeEach, describe, expect, it } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import type { BulkAction } from '#contract/studio/bulk-actions.ts';
import { addProduct } from '#tests/support/add-product.ts';
import {
  changeInBulk,
  designsInBulk,
  oneFile,
  percent,
  undoInBulk,
} from '#tests/support/change-in-bulk.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

describe('the undo of a bulk change', () => {
  it('restores what was changed, except where somebody changed the same since', async () => {
    const [same, other, edited, gone] = [
      await addProduct(desk.services, { price: 1000 }),
      await addProduct(desk.services, { price: 2000 }),
      await addProduct(desk.services, { price: 3000 }),
      await addProduct(desk.services, { price: 4000, status: 'draft' }),
    ];
    const { _id } = await changeInBulk(desk, [same, other, edited, gone], percent(-10));
    await desk.save(other, { title: 'Another title' });
    await desk.save(edited, { price: 31 });
    await callStudio(desk.app, 'deleteDesign', {
      params: { id: gone },
      body: { version: 2 },
      cookie: desk.cookie,
    });

    const undone = await undoInBulk(desk, _id);

    expect(undone).toMatchObject({
      state: 'undone',
      canUndo: false,
      designs: { undone: 2, kept: 2, changed: 0 },
    });
    expect((await desk.read(same)).price).toBe(10);
    expect(await desk.read(other)).toMatchObject({ price: 20, title: 'Another title' });
    expect((await desk.read(edited)).price).toBe(31);
    const kept = (await designsInBulk(desk, _id)).filter(({ outcome }) => outcome === 'kept');
    expect(kept.map(({ reason }) => reason)).toEqual([
      'Someone has changed this since, so it wasn’t undone.',
      'It has been deleted since.',
    ]);
  });

  it.each([
    ['designers', { kind: 'designers', how: 'add', designers: ['Juniper Moon'] }],
    ['audience', { kind: 'audience', isForFabricShops: false }],
    ['favourites', { kind: 'favourite', isDesignerFavourite: true }],
    ['keywords', { kind: 'keywords', how: 'add', keywords: { ...noKeywords, motif: ['bee'] } }],
    [
      'a discount',
      {
        kind: 'discount',
        way: 'percent',
        value: 20,
        rounding: 'cent',
        startsAt: null,
        endsAt: '2026-04-01T00:00:00.000Z',
      },
    ],
  ] as const)('restores %s', async (_, action) => {
    const id = await addProduct(desk.services);
    await desk.save(id, { keywords: { ...noKeywords, motif: ['fox'] } });
    const fieldsOf = async () => {
      const { version, updatedAt, ...fields } = await desk.read(id);
      return fields;
    };
    const before = await fieldsOf();
    const { _id, canUndo } = await changeInBulk(desk, [id], action as BulkAction);
    expect(await fieldsOf()).not.toEqual(before);

    const undone = await undoInBulk(desk, _id);

    expect([canUndo, undone.designs.undone]).toEqual([true, 1]);
    expect(await fieldsOf()).toEqual(before);
  });

  it('restores categories, discounts and the status', async () => {
    const id = await addProduct(desk.services, { price: 1000, discountedPrice: 700, ...oneFile() });
    const { categoryIds } = await desk.read(id);
    const { answer: seas } = await callStudio(desk.app, 'createCategory', {
      body: { name: 'Seas' },
      cookie: desk.cookie,
    });
    const actions: BulkAction[] = [
      { kind: 'categories', how: 'add', categoryIds: [seas.id] },
      { kind: 'noDiscount' },
      { kind: 'status', status: 'retired' },
    ];
    const before = await desk.read(id);
    const made = [];
    for (const action of actions) made.push(await changeInBulk(desk, [id], action));
    expect(await desk.read(id)).toMatchObject({ status: 'retired', sale: null });

    for (const { _id } of made.reverse()) await undoInBulk(desk, _id);

    expect(await desk.read(id)).toMatchObject({
      status: 'published',
      categoryIds,
      sale: before.sale,
    });
    expect(await desk.inShop(id)).toMatchObject({ discountedPrice: 7 });
  });

  it.each(['published', 'retired'] as const)(
    'of “Back to draft” makes a design %s again, with its publication date',
    async (status) => {
      const id = await addProduct(desk.services, { status, ...oneFile() });
      const publishedAt = '2024-05-06T07:08:09.000Z';
      await desk.services.database.write((tx) =>
        tx.updateTable('products').set({ publishedAt }).where('id', '=', id).execute(),
      );
      const { _id } = await changeInBulk(desk, [id], { kind: 'status', status: 'draft' });

      expect((await undoInBulk(desk, _id)).designs).toMatchObject({ undone: 1, kept: 0 });

      expect(await desk.read(id)).toMatchObject({ status, publishedAt });
    },
  );

  it('of “Back to draft” publishes nothing that has become incomplete', async () => {
    const id = await addProduct(desk.services, oneFile());
    const { _id } = await changeInBulk(desk, [id], { kind: 'status', status: 'draft' });
    await desk.save(id, { categoryIds: [] });

    expect((await undoInBulk(desk, _id)).designs).toMatchObject({ undone: 0, kept: 1 });

    expect((await desk.read(id)).status).toBe('draft');
  });

  it('keeps a price that a discount added since would exceed', async () => {
    const id = await addProduct(desk.services, { price: 500 });
    const { _id } = await changeInBulk(desk, [id], percent(100));
    await desk.save(id, { sale: { price: 6, startsAt: null, endsAt: null } });
    const { designs } = await undoInBulk(desk, _id);
    expect(designs).toMatchObject({ undone: 0, kept: 1 });
    expect((await desk.read(id)).price).toBe(10);
  });

  it('is refused for a deletion', async () => {
    const id = await addProduct(desk.services, { status: 'draft' });
    const { _id } = await changeInBulk(desk, [id], { kind: 'delete' });
    const { status } = await studioRefused(desk.app, 'undoBulkChange', {
      params: { changeId: _id },
      cookie: desk.cookie,
    });
    expect(status).toBe(409);
  });
});
