import { beforeEach, describe, expect, it } from 'vitest';
import { noKeywords } from '#contract/shop/keywords.ts';
import { designLimits, designMessages } from '#contract/studio/designs.ts';
import { periodMessages } from '#contract/studio/period.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { type DesignDesk, openDesignDesk, savedOf } from '#tests/support/design-desk.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

describe('the list of designs', () => {
  it('is searched by title and SKU, taken literally', async () => {
    const { services } = desk;
    const fox = await addProduct(services, { title: 'Fox Nap 100%' });
    const whale = await addProduct(services, { title: 'Sleepy Whales' });

    const found = async (search: string) =>
      (await desk.list({ search })).items.map(({ id }) => id).sort();

    expect(await found('fox')).toEqual([fox]);
    expect(await found('  SLEEPY ')).toEqual([whale]);
    expect(await found(`pw-${whale}`)).toEqual([whale]);
    expect(await found('%')).toEqual([fox]);
    expect(await found('_')).toEqual([]);
    expect(await found('\\')).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
  });

  it('shows one status, in each order, with prices and the first picture', async () => {
    const { services } = desk;
    const dear = await addProduct(services, { title: 'B', price: 3000, salesCount: 2 });
    const cheap = await addProduct(services, { title: 'a', price: 500, discountedPrice: 400 });
    await addProduct(services, { title: 'c', status: 'retired' });

    const ids = async (sort: string) =>
      (await desk.list({ status: 'published', sort })).items.map(({ id }) => id);

    expect(await ids('price-low-high')).toEqual([cheap, dear]);
    expect(await ids('price-high-low')).toEqual([dear, cheap]);
    expect(await ids('title')).toEqual([cheap, dear]);
    expect(await ids('most-sold')).toEqual([dear, cheap]);
    const { items } = await desk.list({ sort: 'title', status: 'published' });
    expect(items[0]).toMatchObject({ price: 5, discountedPrice: 4, status: 'published' });
    expect(items[0]?.image?.url).toContain(cheap);
  });

  it('shows every design exactly once across its pages', async () => {
    const { services } = desk;
    for (let count = 0; count < 120; count += 1) await addProduct(services, { title: 'Same' });

    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => desk.list({ page })));

    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(120);
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 20, 0]);
    expect(pages[3]).toMatchObject({ total: 120, totalPages: 3 });
  });
});

describe('a draft', () => {
  it('starts with a title and a SKU of its own, and is not in the shop', async () => {
    const { app, cookie } = desk;
    const begin = () => callStudio(app, 'createDesign', { body: { title: ' Moth ' }, cookie });

    const [{ answer }, { answer: other }] = await Promise.all([begin(), begin()]);

    expect(answer).toMatchObject({ title: 'Moth', status: 'draft', publishedAt: null });
    expect(answer.sku).not.toBe(other.sku);
    expect(Object.keys(answer.missing).sort()).toEqual([
      'categoryIds',
      'designers',
      'files',
      'images',
      'price',
    ]);
    expect(await desk.inShop(answer.id)).toBeNull();
    expect(await desk.linesOf(answer.id)).toMatchObject([{ action: 'design.created' }]);
  });
});

describe('saving a design', () => {
  it('saves exactly what was given, and buyers see it', async () => {
    const id = await addProduct(desk.services);
    const { categoryIds } = await desk.read(id);
    const body = {
      title: 'Owls at Dusk',
      description: '<p>Soft <b>owls</b><script>alert(1)</script></p>',
      sku: 'OWL-1',
      price: 19.99,
      sale: { price: 15, startsAt: null, endsAt: null },
      categoryIds,
      designers: ['Juniper Moon', 'Juniper Moon'],
      isDesignerFavourite: true,
      isForFabricShops: false,
      tile: { width: 12, height: 8.5 },
      status: 'retired',
      salesCount: 900,
      id: '0'.repeat(24),
    };

    const saved = await desk.save(id, body);

    expect(saved).toMatchObject({
      id,
      version: 2,
      status: 'published',
      salesCount: 0,
      title: 'Owls at Dusk',
      description: '<p>Soft <strong>owls</strong></p>',
      designers: ['Juniper Moon'],
      discountedPrice: 15,
      tile: { width: 12, height: 8.5 },
    });
    expect(await desk.read(id)).toEqual(saved);
    expect(await desk.inShop(id)).toMatchObject({
      title: 'Owls at Dusk',
      price: 19.99,
      discountedPrice: 15,
      tile: { width: 12, height: 8.5 },
      isForFabricShops: false,
      isDesignerFavourite: true,
    });
  });

  it('logs who changed what, and nothing if nothing changed', async () => {
    const id = await addProduct(desk.services, { title: 'Fox' });
    await desk.save(id, { title: 'Vixen', categoryIds: (await desk.read(id)).categoryIds });
    const again = await desk.save(id, {});

    expect(again.version).toBe(2);
    expect(await desk.linesOf(id)).toEqual([
      { action: 'design.changed', before: '{"title":"Fox"}', after: '{"title":"Vixen"}' },
    ]);
  });

  it('leaves what a colleague changed in other fields', async () => {
    const id = await addProduct(desk.services);
    const { app, cookie } = desk;
    const mine = savedOf(await desk.read(id), {
      title: 'Mine',
      keywords: { ...noKeywords, color: ['sage'] },
    });
    await desk.save(id, { price: 20, keywords: { ...noKeywords, motif: ['fox'] } });

    const { answer } = await callStudio(app, 'saveDesign', { params: { id }, body: mine, cookie });

    expect(answer).toMatchObject({
      title: 'Mine',
      price: 20,
      keywords: { ...noKeywords, motif: ['fox'], color: ['sage'] },
    });
    expect((await desk.linesOf(id)).at(-1)?.after).toBe('{"title":"Mine","colorWords":"sage"}');
  });

  it('is refused if a colleague changed the same field, and says who', async () => {
    const id = await addProduct(desk.services);
    const { app, cookie } = desk;
    const old = await desk.read(id);
    const colleague = await joinStudio(app, desk.services, 'ben@studio.example');
    const body = savedOf(old, {
      title: 'Theirs',
      sale: { price: 3, startsAt: null, endsAt: null },
      keywords: { ...noKeywords, style: ['boho'] },
    });
    await callStudio(app, 'saveDesign', { params: { id }, body, cookie: colleague.cookie });
    const theirs = await desk.save(id, { sku: 'LATER' });

    const { status, problem } = await studioRefused(app, 'saveDesign', {
      params: { id },
      body: savedOf(old, {
        title: 'Mine',
        price: 20,
        sale: { price: 4, startsAt: null, endsAt: null },
        keywords: { ...noKeywords, style: ['retro'], color: ['sage'] },
      }),
      cookie,
    });

    const text = 'ben@studio.example changed this too.';
    expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(problem.fields).toEqual({ title: text, sale: text, 'keywords.style': text });
    expect(await desk.read(id)).toEqual(theirs);
    await callStudio(app, 'saveMe', { cookie: colleague.cookie, body: { name: 'Ben' } });
    const named = await studioRefused(app, 'saveDesign', {
      params: { id },
      body: savedOf(old, { title: 'Mine' }),
      cookie,
    });
    expect(named.problem.fields).toEqual({ title: 'Ben changed this too.' });
  });

  it('is no conflict if a colleague saved the same', async () => {
    const id = await addProduct(desk.services);
    const { app, cookie } = desk;
    const body = savedOf(await desk.read(id), { title: 'Same', price: 20 });
    await desk.save(id, { title: 'Same' });
    const { answer } = await callStudio(app, 'saveDesign', { params: { id }, body, cookie });
    expect(answer).toMatchObject({ title: 'Same', price: 20 });
  });

  it('keeps a discount below a price that a colleague lowered', async () => {
    const id = await addProduct(desk.services, { price: 2000 });
    const { app, cookie } = desk;
    const sale = { price: 15, startsAt: null, endsAt: null };
    const body = savedOf(await desk.read(id), { sale });
    await desk.save(id, { price: 10 });
    const { problem } = await studioRefused(app, 'saveDesign', { params: { id }, body, cookie });
    expect(problem.fields).toEqual({ 'sale.price': designMessages.saleNotLower });
  });

  it('by several at once accepts one of them', async () => {
    const id = await addProduct(desk.services);
    const { app, cookie } = desk;
    const design = await desk.read(id);

    const outcomes = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((title) =>
        callStudio(app, 'saveDesign', { params: { id }, body: savedOf(design, { title }), cookie }),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await desk.read(id)).version).toBe(2);
  });

  it('needs the value that each change started from', async () => {
    const id = await addProduct(desk.services);
    const { app, cookie } = desk;
    const body = { base: {}, changes: { title: 'Blind' } };
    const { status } = await studioRefused(app, 'saveDesign', { params: { id }, body, cookie });
    expect(status).toBe(422);
  });

  it.each([
    ['title', { title: ' ' }, designMessages.title],
    ['title', { title: 'x'.repeat(designLimits.title + 1) }, null],
    ['sku', { sku: '' }, designMessages.sku],
    ['price', { price: 1.005 }, designMessages.price],
    ['price', { price: -1 }, designMessages.price],
    ['price', { price: 1e9 }, designMessages.price],
    ['sale.price', { sale: { price: 12, startsAt: null, endsAt: null } }, null],
    [
      'sale.endsAt',
      {
        sale: {
          price: 1,
          startsAt: '2026-05-02T00:00:00.000Z',
          endsAt: '2026-05-02T00:00:00.000Z',
        },
      },
      periodMessages.order,
    ],
    ['sale.startsAt', { sale: { price: 1, startsAt: 'soon', endsAt: null } }, null],
    ['tile.width', { tile: { width: 0, height: 2 } }, designMessages.tile],
    ['designers', { designers: ['Nobody'] }, null],
    ['categoryIds', { categoryIds: ['f'.repeat(24)] }, null],
    ['description', { description: 'x'.repeat(designLimits.description + 1) }, null],
  ])('reports an invalid %s at its field', async (field, change, message) => {
    const id = await addProduct(desk.services);
    const { app, cookie } = desk;
    const before = await desk.read(id);

    const { status, problem } = await studioRefused(app, 'saveDesign', {
      params: { id },
      body: savedOf(before, change),
      cookie,
    });

    expect(status).toBe(422);
    const fieldProblem = problem.fields?.[`changes.${field}`] ?? problem.fields?.[field];
    expect(fieldProblem).toBe(message ?? fieldProblem);
    expect(fieldProblem).toMatch(/\w/);
    expect(await desk.read(id)).toEqual(before);
  });

  it('refuses a SKU that another design has', async () => {
    const [one, two] = [await addProduct(desk.services), await addProduct(desk.services)];
    const { sku } = await desk.read(one);
    await expect(desk.save(two, { sku })).rejects.toThrow(designMessages.skuTaken);
  });

  it('keeps a designer who is no longer in the settings', async () => {
    const id = await addProduct(desk.services, { designers: ['Old Hand'] });
    const saved = await desk.save(id, { title: 'New title' });
    expect(saved.designers).toEqual(['Old Hand']);
  });

  it('keeps a published design complete', async () => {
    const id = await addProduct(desk.services);
    await expect(desk.save(id, { categoryIds: [] })).rejects.toThrow('Choose a category.');
    await expect(desk.save(id, { price: 0 })).rejects.toThrow('Set a price.');
    expect((await desk.read(id)).categoryIds).toHaveLength(1);
  });
});

describe('the price alone', () => {
  it('is set from the list, shown to buyers and logged', async () => {
    const id = await addProduct(desk.services, { price: 1200 });
    const { app, cookie } = desk;
    const body = { from: 12, price: 14.5 };

    const { answer } = await callStudio(app, 'setDesignPrice', { params: { id }, body, cookie });

    expect(answer).toMatchObject({ id, price: 14.5, version: 2 });
    expect(await desk.inShop(id)).toMatchObject({ price: 14.5 });
    expect(await desk.linesOf(id)).toEqual([
      { action: 'design.price_changed', before: '{"price":1200}', after: '{"price":1450}' },
    ]);
  });

  it('stays above the discounted price, and isn’t set over another', async () => {
    const id = await addProduct(desk.services, { price: 1200, discountedPrice: 800 });
    const { app, cookie } = desk;
    const set = (body: { from: number; price: number }) =>
      studioRefused(app, 'setDesignPrice', { params: { id }, body, cookie });

    expect((await set({ from: 12, price: 8 })).problem.fields?.price).toBe(
      designMessages.saleNotLower,
    );
    const { cookie: theirs } = await joinStudio(app, desk.services, 'ben@studio.example');
    const body = { from: 12, price: 13 };
    await callStudio(app, 'setDesignPrice', { params: { id }, body, cookie: theirs });
    const { status, problem } = await set({ from: 12, price: 20 });
    expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(problem.fields).toEqual({ price: 'ben@studio.example changed this too.' });
    expect((await set({ from: 12, price: 12 })).problem.code).toBe('CHANGED_MEANWHILE');
    expect((await desk.read(id)).price).toBe(13);
  });

  it('is set beside a colleague’s other changes, or to the same', async () => {
    const id = await addProduct(desk.services, { price: 1200 });
    const { app, cookie } = desk;
    await desk.save(id, { title: 'Theirs', price: 15 });
    const body = { from: 12, price: 15 };
    const { answer } = await callStudio(app, 'setDesignPrice', { params: { id }, body, cookie });
    expect(answer).toMatchObject({ title: 'Theirs', price: 15 });
  });

  it('of a design that was deleted meanwhile is refused', async () => {
    const id = await addProduct(desk.services, { price: 1200, status: 'draft' });
    const { app, cookie } = desk;
    await callStudio(app, 'deleteDesign', { params: { id }, body: { version: 1 }, cookie });
    const body = { from: 12, price: 15 };
    const { status } = await studioRefused(app, 'setDesignPrice', { params: { id }, body, cookie });
    expect(status).toBe(404);
  });
});

it('a missing design is not found', async () => {
  const { app, cookie } = desk;
  for (const id of ['f'.repeat(24), 'x', "1' or '1"]) {
    const { status } = await studioRefused(app, 'design', { params: { id }, cookie });
    expect(status).toBe(404);
  }
});
