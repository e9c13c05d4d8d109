import { setImmediate as breathe } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import { type BulkAction, bulkMessages } from '#contract/studio/bulk-changes.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { keywordLimits, keywordMessages } from '#contract/studio/keywords.ts';
import { storePlan } from '#server/designs/bulk/plan-change.ts';
import { runBulkChanges } from '#server/designs/bulk/run-changes.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { addProduct } from '#tests/support/add-product.ts';
import {
  changeInBulk,
  designsInBulk,
  planInBulk,
  runInBulk,
  undoInBulk,
} from '#tests/support/change-in-bulk.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

const file = () => ({ files: { 'a.png': new Uint8Array([1, 2, 3]) } });
const percent = (value: number): BulkAction => ({
  kind: 'price',
  way: 'percent',
  value,
  rounding: 'cent',
});

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

  it('of a filter takes in all its results, beyond the first page', async () => {
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
      ['Don’t sell to fabric shops', 'Fabric shops too', 'Not fabric shops'],
      ['Mark as favourites', 'No favourite', 'Favourite'],
      ['Discount of $2.00', '$12.00', '$10.00 from 2026-03-05T08:00:00.000Z'],
      ['Retire', 'Published', 'Retired'],
      ['Delete drafts', 'Draft', 'Deleted'],
    ]);
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

  it('says so if another one of the same person replaces it meanwhile', async () => {
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

describe('a bulk change', () => {
  it('that fails in one process keeps the outcome that another has recorded since', async () => {
    const id = await addProduct(desk.services, { price: 500 });
    const { _id: changeId } = await planInBulk(desk, [id], percent(10));
    await callStudio(desk.app, 'startBulkChange', { params: { changeId }, cookie: desk.cookie });
    const { database } = desk.services;
    let isFirst = true;
    const write: typeof database.write = async (work, owner) => {
      if (!isFirst) return database.write(work, owner);
      isFirst = false;
      await runBulkChanges(desk.services);
      throw new Problem('CONFLICT', 'It changed.');
    };

    await runBulkChanges({ ...desk.services, database: { ...database, write } });

    expect(await designsInBulk(desk, changeId)).toMatchObject([{ outcome: 'changed' }]);
  });

  it('sets discounts with dates, which buyers see', async () => {
    const id = await addProduct(desk.services, { price: 1249 });
    const action: BulkAction = {
      kind: 'discount',
      way: 'percent',
      value: 20,
      rounding: 'half',
      startsAt: null,
      endsAt: '2026-04-01T00:00:00.000Z',
    };

    const { _id } = await changeInBulk(desk, [id], action);

    expect(await desk.inShop(id)).toMatchObject({ price: 12.49, discountedPrice: 10 });
    expect(await designsInBulk(desk, _id)).toMatchObject([
      { before: '$12.49', after: '$10.00 until 2026-04-01T00:00:00.000Z' },
    ]);
    await changeInBulk(desk, [id], { kind: 'noDiscount' });
    expect((await desk.read(id)).sale).toBeNull();
  });

  it.each([
    [100, { way: 'percent', value: 60, rounding: 'dollar' }],
    [250, { way: 'amount', value: 2.5, rounding: 'cent' }],
    [250, { way: 'amount', value: 3, rounding: 'cent' }],
  ] as const)('makes no design of %i cents free by a discount of %j', async (price, step) => {
    const id = await addProduct(desk.services, { price });
    const dates = { startsAt: null, endsAt: null };
    const { _id } = await planInBulk(desk, [id], { kind: 'discount', ...step, ...dates });
    expect(await designsInBulk(desk, _id)).toMatchObject([
      { reason: 'Its discounted price would be $0.00 or less.' },
    ]);
  });

  it('makes a design free by a discount to $0.00', async () => {
    const id = await addProduct(desk.services);
    const set = { way: 'set', value: 0, rounding: 'cent' } as const;
    await changeInBulk(desk, [id], { kind: 'discount', ...set, startsAt: null, endsAt: null });
    expect((await desk.read(id)).sale?.price).toBe(0);
  });

  it.each([
    [30, { way: 'percent', value: -10, rounding: 'ninetyNine' }, 'raise'],
    [960, { way: 'percent', value: -1, rounding: 'dollar' }, 'raise'],
    [1200, { way: 'amount', value: 0.01, rounding: 'ninetyNine' }, 'lower'],
    [1020, { way: 'percent', value: 1, rounding: 'dollar' }, 'lower'],
  ] as const)('of %i cents by %j is refused: rounding would %s it', async (price, step, how) => {
    const id = await addProduct(desk.services, { price });
    const { _id } = await planInBulk(desk, [id], { kind: 'price', ...step });
    expect(await designsInBulk(desk, _id)).toMatchObject([
      { outcome: 'refused', reason: `Rounding would ${how} its price.` },
    ]);
  });

  it('adds and removes categories, designers and keywords', async () => {
    const id = await addProduct(desk.services, { category: 'Woods' });
    await addProduct(desk.services, { category: 'Seas' });
    await desk.save(id, { keywords: { ...noKeywords, motif: ['fox', 'owl'] } });
    const { answer } = await callStudio(desk.app, 'categories', { cookie: desk.cookie });
    const idOf = (name: string) => answer.items.find((each) => each.name === name)?.id ?? '';
    const apply = (action: BulkAction) => changeInBulk(desk, [id], action);

    await apply({ kind: 'categories', how: 'add', categoryIds: [idOf('Seas')] });
    await apply({ kind: 'categories', how: 'remove', categoryIds: [idOf('Woods')] });
    await apply({ kind: 'designers', how: 'add', designers: ['Juniper Moon'] });
    await apply({ kind: 'designers', how: 'remove', designers: ['Clementine Fox'] });
    await apply({ kind: 'keywords', how: 'add', keywords: { ...noKeywords, motif: ['bee'] } });
    await apply({ kind: 'keywords', how: 'remove', keywords: { ...noKeywords, motif: ['owl'] } });
    await apply({ kind: 'audience', isForFabricShops: false });
    await apply({ kind: 'favourite', isDesignerFavourite: true });

    expect(await desk.read(id)).toMatchObject({
      categoryIds: [idOf('Seas')],
      designers: ['Juniper Moon'],
      keywords: { motif: ['fox', 'bee'] },
      isForFabricShops: false,
      isDesignerFavourite: true,
    });
    const none = await planInBulk(desk, [id], {
      kind: 'categories',
      how: 'remove',
      categoryIds: [idOf('Seas')],
    });
    expect(await designsInBulk(desk, none._id)).toMatchObject([
      { reason: 'A published design needs a category.' },
    ]);
  });

  it('adds no keywords to a design that would have too many', async () => {
    const full = await addProduct(desk.services);
    const motif = Array.from({ length: keywordLimits.words }, (_, place) => `word ${place}`);
    await desk.save(full, { keywords: { ...noKeywords, motif } });

    const { _id, designs } = await changeInBulk(desk, [full], {
      kind: 'keywords',
      how: 'add',
      keywords: { ...noKeywords, motif: ['owl'] },
    });

    expect(designs.refused).toBe(1);
    expect(await designsInBulk(desk, _id)).toMatchObject([
      { reason: `It would have more than ${keywordLimits.words} motif words.` },
    ]);
  });

  it('publishes what is complete, and deletes only drafts that were never published', async () => {
    const ready = await addProduct(desk.services, { status: 'draft', ...file() });
    const unmade = await addProduct(desk.services, { status: 'draft' });
    const shown = await addProduct(desk.services);

    const planned = await planInBulk(desk, [ready, unmade], {
      kind: 'status',
      status: 'published',
    });
    expect(planned.designs).toMatchObject({ waiting: 1, refused: 1 });
    const published = await runInBulk(desk, planned._id);
    const deleted = await changeInBulk(desk, [ready, unmade, shown], { kind: 'delete' });

    expect(published.designs).toMatchObject({ changed: 1, refused: 1 });
    expect(await desk.inShop(ready)).not.toBeNull();
    expect([planned.isDeletion, deleted.isDeletion]).toEqual([false, true]);
    expect(deleted).toMatchObject({ canUndo: false, designs: { changed: 1, refused: 2 } });
    expect((await desk.list({})).items.map(({ id }) => id).sort()).toEqual([ready, shown].sort());
  });

  it.each([
    ['the file store can’t be reached', new StoreUnreachable('The bucket', 'ECONNREFUSED')],
    ['the disk is full', Object.assign(new Error('full'), { code: 'ENOSPC' })],
  ])('waits while %s, and refuses no design for it', async (_, failure) => {
    const pair = { files: { 'a.png': new Uint8Array([1]), 'b.png': new Uint8Array([2]) } };
    const ids = [
      await addProduct(desk.services, { status: 'draft', ...pair }),
      await addProduct(desk.services, { status: 'draft', ...pair }),
    ];
    const { _id } = await planInBulk(desk, ids, { kind: 'status', status: 'published' });
    await callStudio(desk.app, 'startBulkChange', {
      params: { changeId: _id },
      cookie: desk.cookie,
    });
    const { files } = desk.services;
    const putOriginal = () => Promise.reject(failure);

    await expect(
      runBulkChanges({ ...desk.services, files: { ...files, putOriginal } }),
    ).rejects.toBe(failure);
    await runBulkChanges(desk.services);

    const outcomes = (await designsInBulk(desk, _id)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['changed', 'changed']);
  });

  it('leaves out designs that were changed after the preview', async () => {
    const [mine, theirs, gone] = [
      await addProduct(desk.services),
      await addProduct(desk.services),
      await addProduct(desk.services, { status: 'draft' }),
    ];
    const { _id } = await planInBulk(desk, [mine, theirs, gone], percent(-50));
    await desk.save(theirs, { price: 20 });
    await callStudio(desk.app, 'deleteDesign', {
      params: { id: gone },
      body: { version: 1 },
      cookie: desk.cookie,
    });

    const done = await runInBulk(desk, _id);

    expect(done.designs).toMatchObject({ changed: 1, refused: 2, waiting: 0 });
    expect((await designsInBulk(desk, _id)).map(({ reason }) => reason)).toEqual([
      '',
      'Someone else saved it after the preview.',
      'It was deleted after the preview.',
    ]);
    expect((await desk.read(theirs)).price).toBe(20);
  });

  it('is done once, however often it is started', async () => {
    const id = await addProduct(desk.services, { price: 1000 });
    const { _id } = await planInBulk(desk, [id], percent(-10));
    await runInBulk(desk, _id);
    await runInBulk(desk, _id);
    expect((await desk.read(id)).price).toBe(9);
    expect(await desk.linesOf(_id)).toHaveLength(1);
    await undoInBulk(desk, _id);
    expect((await runInBulk(desk, _id)).state).toBe('undone');
  });

  it('goes on where it was after the server stopped, and changes nothing twice', async () => {
    const ids = [];
    for (let count = 0; count < 40; count += 1) ids.push(await addProduct(desk.services));
    const { _id: changeId } = await planInBulk(desk, ids, percent(-50));
    await callStudio(desk.app, 'startBulkChange', { params: { changeId }, cookie: desk.cookie });
    const changed = async () => {
      const request = { params: { changeId }, cookie: desk.cookie };
      return (await callStudio(desk.app, 'bulkChange', request)).answer.designs.changed;
    };
    const stop = new AbortController();
    const running = runBulkChanges(desk.services, stop.signal);
    while ((await changed()) === 0) await breathe();
    stop.abort();
    await running;
    expect(await changed()).toBeLessThan(40);

    await runBulkChanges(desk.services);

    const { items } = await desk.list({});
    expect(items.every(({ price }) => price === 6)).toBe(true);
    expect(items).toHaveLength(40);
  });

  it('is recorded under who started it, and its undo under who undid it', async () => {
    const [planner, starter, undoer] = [
      desk,
      { ...desk, ...(await joinStudio(desk.app, desk.services, 'starter@x.example')) },
      { ...desk, ...(await joinStudio(desk.app, desk.services, 'undoer@x.example')) },
    ];
    const id = await addProduct(desk.services);
    const { _id } = await planInBulk(planner, [id], percent(-10));
    await runInBulk(starter, _id);
    await undoInBulk(undoer, _id);

    const lines = await desk.services.database.read
      .selectFrom('auditLines')
      .innerJoin('studioAccounts', 'studioAccounts.id', 'auditLines.actorId')
      .select('studioAccounts.email')
      .where('subjectId', '=', id)
      .orderBy('auditLines.id')
      .execute();
    expect(lines.map(({ email }) => email)).toEqual(['starter@x.example', 'undoer@x.example']);
  });

  it('is recorded in the activity log, as a whole and for each design', async () => {
    const id = await addProduct(desk.services, { price: 1000 });
    const { _id } = await changeInBulk(desk, [id], percent(-10));
    await undoInBulk(desk, _id);

    expect(await desk.linesOf(_id)).toMatchObject([
      { action: 'started a bulk change', after: '{"change":"Price −10%","designs":1}' },
      { action: 'undid a bulk change' },
    ]);
    expect(await desk.linesOf(id)).toEqual([
      { action: 'changed a price', before: '{"price":1000}', after: '{"price":900}' },
      { action: 'changed a price', before: '{"price":900}', after: '{"price":1000}' },
    ]);
    const { answer } = await callStudio(desk.app, 'bulkChanges', { cookie: desk.cookie });
    expect(answer.items.map(({ state }) => state)).toEqual(['undone']);
  });
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
    const id = await addProduct(desk.services, { price: 1000, discountedPrice: 700, ...file() });
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
      const id = await addProduct(desk.services, { status, ...file() });
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
    const id = await addProduct(desk.services, file());
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

describe('the list of designs', () => {
  it('finds designs by what they lack', async () => {
    const { app, cookie, services } = desk;
    const { answer: bare } = await callStudio(app, 'createDesign', {
      body: { title: 'Bare' },
      cookie,
    });
    const unmade = await addProduct(services, { status: 'draft', title: 'Unmade' });
    const ready = await addProduct(services, { status: 'draft', title: 'Ready', ...file() });
    const found = async (missing: string) =>
      (await desk.list({ missing, status: 'draft' })).items.map(({ id }) => id).sort();

    for (const part of ['price', 'categoryIds', 'designers', 'images']) {
      expect(await found(part)).toEqual([bare.id]);
    }
    expect(await found('files')).toEqual([bare.id, unmade].sort());
    expect(await found('nothing')).toEqual([ready]);
    const { items } = await desk.list({ status: 'draft' });
    expect(Object.fromEntries(items.map(({ title, lacks }) => [title, lacks]))).toEqual({
      Bare: ['price', 'categoryIds', 'designers', 'images', 'files'],
      Unmade: ['files'],
      Ready: [],
    });
  });

  it('has every complete draft published at once, and names the case that there is none', async () => {
    const ready = await addProduct(desk.services, { status: 'draft', ...file() });
    const unmade = await addProduct(desk.services, { status: 'draft' });
    const complete = { search: '', status: 'draft', missing: 'nothing' } as const;
    const publish = { kind: 'status', status: 'published' } as const;

    const { designs } = await changeInBulk(desk, complete, publish);

    expect(designs).toMatchObject({ changed: 1, refused: 0 });
    expect((await desk.read(ready)).status).toBe('published');
    expect((await desk.read(unmade)).status).toBe('draft');
    await expect(planInBulk(desk, complete, publish)).rejects.toThrow(
      'No draft is complete. The list shows what each draft lacks.',
    );
    await expect(planInBulk(desk, { ...complete, missing: 'price' }, publish)).rejects.toThrow(
      'No design matches any more. Reload the list.',
    );
  });
});
