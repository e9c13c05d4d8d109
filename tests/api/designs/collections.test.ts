import type { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectionPath } from '#contract/shop/paths.ts';
import {
  collectionMessages,
  collectionRefusals,
  type EditedCollection,
  editedCollection,
} from '#contract/studio/collections.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { changedBody } from '#tests/support/changed-body.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

let services: TestServices;
let app: Hono;
let cookie: string;
let foxes: string;
let moons: string;

beforeEach(async () => {
  ({ services, app, cookie } = await shopWithOwner({ shop: paperShop() }));
  foxes = await addProduct(services, { title: 'Foxes', price: 1000 });
  moons = await addProduct(services, { title: 'Moons', price: 2000 });
});

const create = async (name = 'Woodland Friends') =>
  (await callStudio(app, 'createCollection', { cookie, body: { name } })).answer;

type Edited = Partial<EditedCollection>;

const read = async (id: string) =>
  editedCollection((await callStudio(app, 'collection', { cookie, params: { id } })).answer);

/** Saves changes of what was read; without this, of what is saved now. */
const save = async (id: string, edited: Edited, seen?: EditedCollection, as = cookie) => {
  const body = changedBody(seen ?? (await read(id)), edited);
  return (await callStudio(app, 'saveCollection', { cookie: as, params: { id }, body })).answer;
};

const refusedSave = async (id: string, edited: Edited, seen?: EditedCollection) => {
  const body = changedBody(seen ?? (await read(id)), edited);
  return (await studioRefused(app, 'saveCollection', { cookie, params: { id }, body })).problem;
};

async function shown() {
  await services.catalogue.refresh();
  return (await call(app, 'collections', {})).answer.collections;
}

describe('a collection', () => {
  it('is in the shop once it is published, with its designs in order', async () => {
    const { id, slug } = await create();
    expect(slug).toBe('woodland-friends');
    await save(id, { designIds: [moons, foxes] });
    expect(await shown()).toEqual([]);

    await save(id, { isPublished: true, price: 24 });

    expect(await shown()).toMatchObject([
      { slug, productIds: [moons, foxes], singlesPrice: 30, price: 24 },
    ]);
    const ids = [moons, foxes, 'unknown'].join(',');
    const { answer } = await call(app, 'productsChosen', { query: { ids } });
    expect(answer.products.map(({ title }) => title)).toEqual(['Moons', 'Foxes']);
  });

  it('costs less in proportion when a design is retired', async () => {
    const { id } = await create();
    await save(id, { designIds: [foxes, moons], isPublished: true, price: 24 });
    const { answer } = await callStudio(app, 'design', { cookie, params: { id: foxes } });
    await callStudio(app, 'moveDesign', {
      cookie,
      params: { id: foxes },
      body: { version: answer.version, status: 'retired' },
    });

    expect(await shown()).toMatchObject([
      {
        productIds: [moons],
        singlesPrice: 20,
        price: 16,
        whole: { singlesPrice: 30, price: 24 },
      },
    ]);
  });

  it('has no price for all if that is not less than its designs cost', async () => {
    const { id } = await create();
    await save(id, { designIds: [foxes, moons], isPublished: true, price: 30 });

    expect(await shown()).toMatchObject([{ singlesPrice: 30, price: null }]);
  });

  it('shows the picture that the studio chose', async () => {
    const { id } = await create();
    await save(id, { designIds: [foxes, moons], isPublished: true });
    const [first] = await shown();

    await save(id, { coverId: moons });

    const [chosen] = await shown();
    expect(chosen?.image.url).not.toBe(first?.image.url);
  });

  it('leaves the shop when it is deleted, and its designs stay', async () => {
    const { id } = await create();
    await save(id, { designIds: [foxes], isPublished: true });

    await callStudio(app, 'deleteCollection', { cookie, params: { id } });

    expect(await shown()).toEqual([]);
    expect((await call(app, 'product', { params: { id: foxes } })).answer.product.title).toBe(
      'Foxes',
    );
    const { answer } = await callStudio(app, 'auditLines', { cookie, query: {} });
    expect(answer.items[0]).toMatchObject({
      action: 'collection.deleted',
      before: { name: 'Woodland Friends' },
    });
  });

  it('comes back as it was, once, when its deletion is undone', async () => {
    const { id: first } = await create('First');
    const { id } = await create();
    await save(id, { designIds: [moons, foxes], coverId: foxes, price: 25, isPublished: true });
    await save(id, { slug: 'forest' });
    await create('Last');
    const before = (await callStudio(app, 'collections', { cookie })).answer;
    const seen = (await callStudio(app, 'collection', { cookie, params: { id } })).answer;

    const { deleted } = (await callStudio(app, 'deleteCollection', { cookie, params: { id } }))
      .answer;
    for (const _ of [1, 2]) {
      await callStudio(app, 'restoreCollection', { cookie, params: { id }, body: deleted });
    }

    expect((await callStudio(app, 'collections', { cookie })).answer).toEqual(before);
    const restored = (await callStudio(app, 'collection', { cookie, params: { id } })).answer;
    expect(restored).toEqual({ ...seen, version: 1 });
    expect((await shown())[0]?.name).toBe('Woodland Friends');
    const lines = (await callStudio(app, 'auditLines', { cookie, query: {} })).answer.items;
    expect(lines.map(({ action }) => action).slice(0, 2)).toEqual([
      'collection.restored',
      'collection.deleted',
    ]);
    const never = { cookie, params: { id: '0'.repeat(24) }, body: deleted };
    expect((await studioRefused(app, 'restoreCollection', never)).problem.code).toBe('NOT_FOUND');
    await callStudio(app, 'deleteCollection', { cookie, params: { id: first } });
    const taken = { cookie, params: { id: first }, body: deleted };
    const { problem } = await studioRefused(app, 'restoreCollection', taken);
    expect(problem.fields).toEqual({ slug: collectionRefusals.slugTaken });
    expect(before.items[0]?.id).toBe(first);
  });

  it('is still found at the addresses that it had, until another has them', async () => {
    const { id } = await create();
    await save(id, { designIds: [foxes], isPublished: true, slug: 'forest' });
    await save(id, { slug: 'deep-wood' });
    const goesTo = async (slug: string) => {
      await services.catalogue.refresh();
      const { status, headers } = await app.request(`${collectionPath(slug)}?from=mail`);
      return [status, headers.get('location'), headers.get('cache-control')];
    };
    const moved = [301, `${collectionPath('deep-wood')}?from=mail`, 'no-cache'];
    expect(await goesTo('woodland-friends')).toEqual(moved);
    expect(await goesTo('forest')).toEqual(moved);
    expect(await shown()).toMatchObject([{ formerSlugs: ['forest', 'woodland-friends'] }]);

    await save(id, { slug: 'forest' });
    expect((await goesTo('forest'))[0]).toBe(200);
    expect(await goesTo('deep-wood')).toEqual([
      301,
      `${collectionPath('forest')}?from=mail`,
      'no-cache',
    ]);

    const { id: other } = await create('Deep wood');
    await save(other, { designIds: [moons], isPublished: true });
    expect((await goesTo('deep-wood'))[0]).toBe(200);
    await save(id, { isPublished: false });
    expect((await goesTo('woodland-friends'))[0]).toBe(404);
  });

  it('gets an address of its own if another has the same name', async () => {
    await create('Été à la mer');

    expect((await create('Ete a la mer')).slug).toBe('ete-a-la-mer-2');
    expect((await create('森')).slug).toBe('collection');
  });
});

describe('a save', () => {
  it('keeps what a colleague saved in other fields, and names who changed the same', async () => {
    const { id } = await create();
    const seen = await read(id);
    const { cookie: theirs } = await joinStudio(app, services, 'ben@studio.example');
    await save(id, { designIds: [foxes], name: 'Theirs', coverId: foxes }, seen, theirs);

    const answer = await save(id, { description: 'Owls.', price: 5 }, seen);
    const problem = await refusedSave(
      id,
      { name: 'Mine', designIds: [moons], coverId: moons, price: 6 },
      seen,
    );

    expect(editedCollection(answer)).toEqual({
      ...seen,
      designIds: [foxes],
      name: 'Theirs',
      coverId: foxes,
      description: 'Owls.',
      price: 5,
    });
    expect(problem.code).toBe('CHANGED_MEANWHILE');
    const byBen = 'ben@studio.example changed this too.';
    expect(problem.fields).toEqual({
      name: byBen,
      designIds: byBen,
      coverId: byBen,
      price: `${studioEmail} changed this too.`,
    });
    expect(await read(id)).toEqual(editedCollection(answer));
  });

  it('is refused if the collection was deleted meanwhile', async () => {
    const { id } = await create();
    const seen = await read(id);
    await callStudio(app, 'deleteCollection', { cookie, params: { id } });

    const problem = await refusedSave(id, { name: 'Mine' }, seen);

    expect(problem).toMatchObject({ code: 'NOT_FOUND', message: collectionRefusals.gone });
  });

  it('is refused if the picture is of a design that a colleague took out', async () => {
    const { id } = await create();
    await save(id, { designIds: [foxes, moons] });
    const seen = await read(id);
    await save(id, { designIds: [moons] }, seen);

    expect((await refusedSave(id, { coverId: foxes }, seen)).fields).toEqual({
      coverId: collectionRefusals.cover,
    });
  });

  it('is refused for a taken address, an unknown design, another picture, or no designs', async () => {
    const { slug } = await create();
    const { id } = await create('Sea');

    expect((await refusedSave(id, { slug })).fields).toEqual({
      slug: collectionRefusals.slugTaken,
    });
    expect((await refusedSave(id, { slug: 'Sea!' })).code).toBe('INVALID');
    expect((await refusedSave(id, { designIds: ['0'.repeat(24)] })).fields).toEqual({
      designIds: collectionRefusals.unknownDesign,
    });
    expect((await refusedSave(id, { designIds: [foxes], coverId: moons })).fields).toEqual({
      coverId: collectionRefusals.cover,
    });
    expect((await refusedSave(id, { isPublished: true })).fields).toEqual({
      designIds: collectionMessages.noDesigns,
    });
  });
});

describe('the order of collections', () => {
  it('is the studio’s', async () => {
    const first = await create('First');
    const second = await create('Second');
    for (const { id } of [first, second]) {
      await save(id, { designIds: [foxes], isPublished: true });
    }

    await callStudio(app, 'orderCollections', { cookie, body: { ids: [second.id, first.id] } });

    expect((await shown()).map(({ name }) => name)).toEqual(['Second', 'First']);
  });

  it('is refused unless it has all collections', async () => {
    await create('First');

    const body = { ids: [] };
    const { problem } = await studioRefused(app, 'orderCollections', { cookie, body });
    expect(problem.code).toBe('CHANGED_MEANWHILE');
  });
});
