import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import type { BulkAction } from '#contract/studio/bulk-actions.ts';
import { keywordLimits } from '#contract/studio/keywords.ts';
import { runBulkChanges } from '#server/designs/bulk/run-changes.ts';
import { StoreUnreachable } from '#server/platform/files/file-store.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { addProduct } from '#tests/support/add-product.ts';
import {
  changeInBulk,
  designsInBulk,
  oneFile,
  percent,
  planInBulk,
  runInBulk,
  undoInBulk,
} from '#tests/support/change-in-bulk.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
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

  it.each([
    ['PostgreSQL', { code: '57014' }],
    ['SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
  ])('goes on after a design for which %s takes too long, three times', async (_, failure) => {
    const ids = [await addProduct(desk.services), await addProduct(desk.services)];
    const { _id: changeId } = await planInBulk(desk, ids, percent(10));
    await callStudio(desk.app, 'startBulkChange', { params: { changeId }, cookie: desk.cookie });
    const { database } = desk.services;
    const [slow] = ids;
    let tries = 0;
    const write: typeof database.write = (work, owner) =>
      database.write(async (tx) => {
        const outcome = async () =>
          (
            await tx
              .selectFrom('bulkChangeDesigns')
              .select('outcome')
              .where('productId', '=', slow ?? '')
              .executeTakeFirst()
          )?.outcome;
        const before = await outcome();
        const result = await work(tx);
        if (before === 'waiting' && (await outcome()) === 'changed') {
          tries += 1;
          throw Object.assign(new Error('too slow'), failure);
        }
        return result;
      }, owner);

    await runBulkChanges({ ...desk.services, database: { ...database, write } });

    expect(tries).toBe(3);
    expect((await designsInBulk(desk, changeId)).map(({ outcome }) => outcome).toSorted()).toEqual([
      'changed',
      'refused',
    ]);
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
    const ready = await addProduct(desk.services, { status: 'draft', ...oneFile() });
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
    while ((await changed()) === 0) await yieldToEventLoop();
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
      { action: 'bulk_change.started', after: '{"change":"Price −10%","designs":1}' },
      { action: 'bulk_change.undone' },
    ]);
    expect(await desk.linesOf(id)).toEqual([
      { action: 'design.price_changed', before: '{"price":1000}', after: '{"price":900}' },
      { action: 'design.price_changed', before: '{"price":900}', after: '{"price":1000}' },
    ]);
    const { answer } = await callStudio(desk.app, 'bulkChanges', { cookie: desk.cookie });
    expect(answer.items.map(({ state }) => state)).toEqual(['undone']);
  });
});
