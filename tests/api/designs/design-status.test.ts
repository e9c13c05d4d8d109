import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addProduct } from '#tests/support/add-product.ts';
import { call, send } from '#tests/support/call.ts';
import { type DesignDesk, openDesignDesk } from '#tests/support/design-desk.ts';
import { openPaymentShop } from '#tests/support/payment-shop.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

let desk: DesignDesk;

beforeEach(async () => {
  desk = await openDesignDesk();
});

const made = () => ({ files: { 'design.png': randomBytes(64) } });

async function changesSince(cursor: string) {
  await desk.services.catalogue.refresh();
  const { answer } = await call(desk.app, 'productsChanges', { query: { since: cursor } });
  return answer;
}

describe('publishing', () => {
  it('adds a complete draft to the shop and its change feed', async () => {
    await addProduct(desk.services);
    const id = await addProduct(desk.services, { status: 'draft', ...made() });
    const { cursor } = await changesSince('0');
    desk.services.pass(3_600_000);

    const published = await desk.move(id, 'published');

    expect(published).toMatchObject({ status: 'published', missing: {}, version: 2 });
    expect(published.publishedAt).toBe(desk.services.clock().toISOString());
    const { products, removed } = await changesSince(cursor);
    expect(products.map(({ _id }) => _id)).toEqual([id]);
    expect(removed).toEqual([]);
    expect((await desk.linesOf(id)).map(({ action }) => action)).toEqual(['design.published']);
  });

  it('packs several files into one download', async () => {
    const files = { 'a.png': randomBytes(8), 'b.png': randomBytes(8) };
    const id = await addProduct(desk.services, { status: 'draft', files });

    await desk.move(id, 'published');

    const row = await desk.services.database.read
      .selectFrom('products')
      .select('archiveSha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.archiveSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reports everything that is missing', async () => {
    const { app, cookie } = desk;
    const { answer } = await callStudio(app, 'createDesign', { body: { title: 'Moth' }, cookie });

    const { status, problem } = await studioRefused(app, 'moveDesign', {
      params: { id: answer.id },
      body: { version: 1, status: 'published' },
      cookie,
    });

    expect(status).toBe(422);
    expect(problem.fields).toEqual(answer.missing);
    expect(await desk.inShop(answer.id)).toBeNull();
  });

  it('waits for originals that are still being made', async () => {
    const id = await addProduct(desk.services, { status: 'draft' });
    await expect(desk.move(id, 'published')).rejects.toThrow('Wait until its files are ready.');
  });

  it('twice is the same as once', async () => {
    const id = await addProduct(desk.services, { status: 'draft', ...made() });
    await desk.move(id, 'published');
    expect((await desk.move(id, 'published')).version).toBe(2);
  });
});

describe('retiring', () => {
  it('removes a design from the shop, and publishing it again keeps its date', async () => {
    const id = await addProduct(desk.services, made());
    const { publishedAt } = await desk.read(id);
    const { cursor } = await changesSince('0');
    desk.services.pass(1000);

    expect((await desk.move(id, 'retired')).status).toBe('retired');
    expect(await changesSince(cursor)).toMatchObject({ products: [], removed: [id] });
    expect(await desk.inShop(id)).toBeNull();

    expect((await desk.move(id, 'published')).publishedAt).toBe(publishedAt);
    expect(await desk.inShop(id)).not.toBeNull();
  });

  it('leaves it to its owners', async () => {
    const shop = await openPaymentShop();
    const bytes = randomBytes(64);
    const id = await shop.addDesign({ price: 900, discountedPrice: 0, files: { 'a.png': bytes } });
    await shop.fillCart(id);
    await shop.checkout();
    const { cookie } = await joinStudio(shop.app, shop.services);
    const body = { version: 1, status: 'retired' as const };
    await callStudio(shop.app, 'moveDesign', { params: { id }, body, cookie });

    const { token } = shop.buyer;
    const { answer } = await call(shop.app, 'orders', { query: {}, token });
    const link = answer.orders[0]?.items[0]?.downloadLink ?? '';
    const headers = { Authorization: `Bearer ${token}` };
    const signed = await shop.app.request(link, { headers });
    const file = await shop.app.request(signed.headers.get('location') ?? '', { headers });

    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    const draft = { version: 2, status: 'draft' as const };
    const { problem } = await studioRefused(shop.app, 'moveDesign', {
      params: { id },
      body: draft,
      cookie,
    });
    expect(problem.message).toBe('This design has orders. Retire it instead.');
  });

  it('is not for drafts, and only what nobody ordered can become a draft again', async () => {
    const id = await addProduct(desk.services, made());
    expect((await desk.move(id, 'draft')).publishedAt).toBeNull();
    expect(await desk.inShop(id)).toBeNull();
    await expect(desk.move(id, 'retired')).rejects.toThrow('A draft isn’t in the shop');
  });
});

describe('the preview', () => {
  it('shows a draft as the shop would, but only to the studio', async () => {
    const id = await addProduct(desk.services, { status: 'draft', title: 'Moth', ...made() });
    const { app, cookie } = desk;

    const { answer } = await callStudio(app, 'previewDesign', { params: { id }, cookie });

    expect(answer.product).toMatchObject({ _id: id, title: 'Moth', isBuyable: true });
    const { status } = await studioRefused(app, 'previewDesign', { params: { id } });
    expect(status).toBe(401);
    expect((await send(app, 'product', { params: { id } })).status).toBe(404);
  });
});

describe('categories', () => {
  it('can be added and renamed, everywhere they are shown', async () => {
    const id = await addProduct(desk.services, { category: 'Wodland' });
    const { app, cookie } = desk;
    const { answer } = await callStudio(app, 'categories', { cookie });
    const [woodland] = answer.items;
    if (!woodland) throw new Error('there is no category');

    const renamed = await callStudio(app, 'renameCategory', {
      params: { id: woodland.id },
      body: { from: 'Wodland', name: 'Woodland' },
      cookie,
    });
    const added = await callStudio(app, 'createCategory', { body: { name: 'Sea' }, cookie });

    expect(renamed.answer).toEqual({ id: woodland.id, name: 'Woodland', designs: 1 });
    expect(added.answer).toMatchObject({ name: 'Sea', designs: 0 });
    expect((await desk.inShop(id))?.categories).toEqual([{ _id: woodland.id, name: 'Woodland' }]);
    expect((await desk.linesOf(woodland.id)).map(({ action }) => action)).toEqual([
      'category.renamed',
    ]);
  });

  it('are not renamed over a colleague’s name, or once they are deleted', async () => {
    const { app, cookie } = desk;
    const { answer } = await callStudio(app, 'createCategory', { body: { name: 'Sea' }, cookie });
    const { cookie: theirs } = await joinStudio(app, desk.services, 'ben@studio.example');
    const params = { id: answer.id };
    const body = { from: 'Sea', name: 'Ocean' };
    await callStudio(app, 'renameCategory', { params, body, cookie: theirs });

    const mine = { params, body: { from: 'Sea', name: 'Lake' }, cookie };
    const { status, problem } = await studioRefused(app, 'renameCategory', mine);
    const kept = { params, body: { from: 'Sea', name: 'Sea' }, cookie };
    const unchanged = await studioRefused(app, 'renameCategory', kept);
    const same = await callStudio(app, 'renameCategory', { params, body, cookie });
    await callStudio(app, 'deleteCategory', { params, cookie });
    const gone = await studioRefused(app, 'renameCategory', mine);

    expect([status, problem.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(problem.fields).toEqual({ name: 'ben@studio.example changed this too.' });
    expect(unchanged.problem).toMatchObject({ code: 'CHANGED_MEANWHILE', fields: problem.fields });
    expect(same.answer.name).toBe('Ocean');
    expect(gone.status).toBe(404);
  });

  it('have unique names', async () => {
    const { app, cookie } = desk;
    await callStudio(app, 'createCategory', { body: { name: 'Sea' }, cookie });
    for (const name of ['Sea', 'sea', ' SEA ']) {
      const { problem } = await studioRefused(app, 'createCategory', { body: { name }, cookie });
      expect(problem.fields?.name).toBe('A category with this name already exists.');
    }
  });
});
