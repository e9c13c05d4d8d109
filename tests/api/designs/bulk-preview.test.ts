import { beforeEach, describe, expect, it } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import { type BulkAction, bulkMessages, type PriceWay } from '#contract/studio/bulk-actions.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { keywordMessages } from '#contract/studio/keywords.ts';
import { storePlan } from '#server/designs/bulk/plan-change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { changeInBulk, designsInBulk, percent, planInBulk } from '#tests/support/change-in-bulk.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

const later = '2026-12-24T00:00:00.000Z';

/** A design of $10.00 with this discount in cents, and what a bulk discount would do to it. */
async function discounted(cents: number, dates = { startsAt: null, endsAt: null } as Dates) {
  const id = await addProduct(desk.services, { price: 1000 });
  await desk.save(id, { sale: { price: cents / 100, ...dates } });
  const reasonOf = async (
    by: Partial<Extract<BulkAction, { kind: 'discount' }>> & { way: PriceWay; value: number },
  ) => {
    const action = { kind: 'discount', rounding: 'cent', startsAt: null, endsAt: null, ...by };
    const { _id } = await planInBulk(desk, [id], action as BulkAction);
    const [design] = await designsInBulk(desk, _id);
    return design ? design.reason || design.after : 'Already as wanted.';
  };
  return { id, reasonOf };
}

interface Dates {
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

describe('the preview of a bulk change', () => {
  it('shows every design before and after, says which can’t change and why, and changes none', async () => {
    const plain = await addProduct(desk.services, { title: 'Plain', price: 999 });
    const onSale = await addProduct(desk.services, { price: 1000, discountedPrice: 900 });
    const gone = 'f'.repeat(24);

    const planned = await planInBulk(desk, [plain, onSale, gone, plain], percent(-15));

    expect(planned).toMatchObject({
      title: 'Price −15%',
      state: 'planned',
      canUndo: false,
      designs: { waiting: 1, refused: 2, unchanged: 0, changed: 0 },
    });
    expect(await designsInBulk(desk, planned._id)).toEqual([
      {
        id: plain,
        title: 'Plain',
        before: '$9.99',
        after: '$8.49',
        outcome: 'waiting',
        reason: '',
      },
      expect.objectContaining({ id: onSale, reason: designMessages.saleNotLower }),
      expect.objectContaining({ id: gone, reason: 'This design doesn’t exist.' }),
    ]);
    expect((await desk.read(plain)).price).toBe(9.99);
  });

  it('of a filter includes all its results, not only the first page', async () => {
    for (let count = 0; count < 60; count += 1) await addProduct(desk.services, { title: 'Fox' });
    const other = await addProduct(desk.services, { title: 'Owl' });
    const filter = { search: 'fox', status: 'published' as const, missing: undefined };

    const done = await changeInBulk(desk, filter, percent(50));

    expect(done.designs).toMatchObject({ changed: 60, refused: 0, unchanged: 0 });
    expect((await desk.list({ search: 'fox', page: '2' })).items[0]?.price).toBe(18);
    expect((await desk.read(other)).price).toBe(12);
  });

  it('names the values of each action before and after', async () => {
    const [woods, seas] = [
      await addProduct(desk.services, { category: 'Woods' }),
      await addProduct(desk.services, { category: 'Seas', status: 'draft' }),
    ];
    await desk.save(woods, { keywords: { ...noKeywords, motif: ['fox'] } });
    const { categoryIds } = await desk.read(seas);
    const motif = { ...noKeywords, motif: ['bee'] };
    const shown = async (action: BulkAction, id = woods) => {
      const { _id, title } = await planInBulk(desk, [id], action);
      const [{ before, after } = { before: '', after: '' }] = await designsInBulk(desk, _id);
      return [title, before, after];
    };
    const discount = { kind: 'discount', way: 'amount', value: 2, rounding: 'cent' } as const;

    expect([
      await shown({ kind: 'categories', how: 'add', categoryIds }),
      await shown({ kind: 'designers', how: 'add', designers: ['Juniper Moon'] }),
      await shown({ kind: 'keywords', how: 'add', keywords: motif }),
      await shown({ kind: 'audience', isForFabricShops: false }),
      await shown({ kind: 'favourite', isDesignerFavourite: true }),
      await shown({ ...discount, startsAt: '2026-03-05T08:00:00.000Z', endsAt: null }),
      await shown({ kind: 'status', status: 'retired' }),
      await shown({ kind: 'delete' }, seas),
    ]).toEqual([
      ['Add category: Seas', 'Woods', 'Woods, Seas'],
      ['Add designer: Juniper Moon', 'Clementine Fox', 'Clementine Fox, Juniper Moon'],
      ['Add keywords: bee', 'fox', 'fox, bee'],
      ['Don’t sell to fabric shops', 'Sold to fabric shops too', 'Not sold to fabric shops'],
      ['Mark as favourites', 'Not a favourite', 'Favourite'],
      ['Discount of $2.00', '$12.00', '$10.00 from 2026-03-05T08:00:00.000Z'],
      ['Retire', 'Published', 'Retired'],
      ['Delete drafts', 'Draft', 'Deleted'],
    ]);
  });

  it('refuses a discount that would make a design dearer, with both prices', async () => {
    const { id, reasonOf } = await discounted(700);

    expect([
      await reasonOf({ way: 'percent', value: 20 }),
      await reasonOf({ way: 'amount', value: 1 }),
      await reasonOf({ way: 'set', value: 7.01 }),
      await reasonOf({ way: 'percent', value: 31, rounding: 'half' }),
      await reasonOf({ way: 'percent', value: 30, endsAt: later }),
      await reasonOf({ way: 'percent', value: 40, startsAt: later }),
      await reasonOf({ way: 'percent', value: 40 }),
    ]).toEqual([
      'Already cheaper: $7.00 instead of $8.00.',
      'Already cheaper: $7.00 instead of $9.00.',
      'Already cheaper: $7.00 instead of $7.01.',
      'Already as wanted.',
      `Already discounted to $7.00. With $7.00 until ${later}, it would cost $10.00 for part of that time.`,
      `Already discounted to $7.00. With $6.00 from ${later}, it would cost $10.00 for part of that time.`,
      '$6.00',
    ]);
    expect((await desk.read(id)).sale?.price).toBe(7);
  });

  it('keeps a free design free', async () => {
    const { reasonOf } = await discounted(0);
    expect(await reasonOf({ way: 'percent', value: 99 })).toBe(
      'Already cheaper: $0.00 instead of $0.10.',
    );
  });

  it('replaces a discount that is over, but not one that is yet to start, by a smaller one', async () => {
    const over = { startsAt: null, endsAt: '2026-01-02T00:00:00.000Z' };
    const planned = { startsAt: later, endsAt: null };
    const by = { way: 'percent', value: 20 } as const;
    expect(await (await discounted(700, over)).reasonOf(by)).toBe('$8.00');
    expect(await (await discounted(700, planned)).reasonOf(by)).toBe(
      `Already cheaper: $7.00 from ${later} instead of $8.00.`,
    );
  });

  it('counts designs that already are as wanted', async () => {
    const [one, other] = [
      await addProduct(desk.services, { price: 500 }),
      await addProduct(desk.services),
    ];
    const action: BulkAction = { kind: 'price', way: 'set', value: 5, rounding: 'cent' };
    const { designs } = await planInBulk(desk, [one, other], action);
    expect(designs).toMatchObject({ unchanged: 1, waiting: 1 });
  });

  it('is refused if its author has made another one meanwhile', async () => {
    const id = await addProduct(desk.services);
    const { database } = desk.services;
    const author = await database.read
      .selectFrom('studioAccounts')
      .select('id')
      .executeTakeFirstOrThrow();
    const action = percent(10);
    async function* replaced() {
      await planInBulk(desk, [id], action);
      yield [];
    }

    const planned = storePlan(desk.services, author.id, { title: 'First', action }, replaced());

    await expect(planned).rejects.toMatchObject({
      code: 'CONFLICT',
      message: bulkMessages.replaced,
    });
  });

  it('is one of two that the same person makes at once, and whole', async () => {
    const id = await addProduct(desk.services);
    const body = { selection: { of: 'named' as const, ids: [id] }, action: percent(10) };
    const plans = ['planBulkChange', 'planBulkChange'] as const;
    const answers = await Promise.all(
      plans.map((call) => sendStudio(desk.app, call, { body, cookie: desk.cookie })),
    );

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
    expect(refused.length).toBeLessThan(2);
    const kept = await desk.services.database.read
      .selectFrom('bulkChanges')
      .select('id')
      .where('state', '=', 'planned')
      .execute();
    expect(kept).toHaveLength(1);
    expect(await designsInBulk(desk, kept[0]?.id ?? '')).toMatchObject([{ id }]);
  });

  it('replaces the one that its author never started, and nobody else’s', async () => {
    const id = await addProduct(desk.services);
    const first = await planInBulk(desk, [id], percent(10));
    const colleague = { ...desk, ...(await joinStudio(desk.app, desk.services, 'b@x.example')) };
    const theirs = await planInBulk(colleague, [id], percent(10));
    await planInBulk(desk, [id], percent(20));

    const read = (changeId: string) =>
      studioRefused(desk.app, 'bulkChange', { params: { changeId }, cookie: desk.cookie });
    expect((await read(first._id)).status).toBe(404);
    await expect(read(theirs._id)).rejects.toThrow();
  });

  it.each([
    [{ kind: 'price', way: 'percent', value: 0, rounding: 'cent' }, 'action.value'],
    [{ kind: 'price', way: 'percent', value: 901, rounding: 'cent' }, 'action.value'],
    [{ kind: 'price', way: 'percent', value: 1.5, rounding: 'cent' }, 'action.value'],
    [{ kind: 'price', way: 'amount', value: 0.001, rounding: 'cent' }, 'action.value'],
    [{ kind: 'price', way: 'set', value: -1, rounding: 'cent' }, 'action.value'],
    [
      {
        kind: 'discount',
        way: 'percent',
        value: 100,
        rounding: 'cent',
        startsAt: null,
        endsAt: null,
      },
      'action.value',
    ],
    [
      {
        kind: 'discount',
        way: 'percent',
        value: 10,
        rounding: 'cent',
        startsAt: '2026-05-02T00:00:00.000Z',
        endsAt: '2026-05-02T00:00:00.000Z',
      },
      'action.endsAt',
    ],
    [{ kind: 'categories', how: 'add', categoryIds: [] }, 'action.categoryIds'],
    [{ kind: 'designers', how: 'add', designers: [] }, 'action.designers'],
  ] as const)('refuses %j', async (action, field) => {
    const id = await addProduct(desk.services);
    const body = { selection: { of: 'named', ids: [id] }, action } as never;
    const { problem } = await studioRefused(desk.app, 'planBulkChange', {
      body,
      cookie: desk.cookie,
    });
    expect(Object.keys(problem.fields ?? {})).toEqual([field]);
  });

  it('refuses an unknown designer, and keywords without a word', async () => {
    const id = await addProduct(desk.services);
    const refused = async (action: BulkAction) => {
      const body = { selection: { of: 'named' as const, ids: [id] }, action };
      return (await studioRefused(desk.app, 'planBulkChange', { body, cookie: desk.cookie }))
        .problem;
    };
    expect((await refused({ kind: 'designers', how: 'add', designers: ['Nobody'] })).message).toBe(
      'Unknown designer: Nobody.',
    );
    expect((await refused({ kind: 'keywords', how: 'add', keywords: noKeywords })).fields).toEqual({
      'action.keywords': keywordMessages.none,
    });
  });
});
