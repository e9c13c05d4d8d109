import { beforeAll, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/shop/calls.ts';
import { fillPath, paths } from '#contract/shop/paths.ts';
import { collectionRefusals, editedCollection } from '#contract/studio/collections.ts';
import { designMessages } from '#contract/studio/designs.ts';
import { createApp } from '#server/app.ts';
import { planOne } from '#server/designs/bulk/plan-change.ts';
import { readPlanned } from '#server/designs/bulk/read-planned.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { newId } from '#tests/support/new-id.ts';
import { paperShop } from '#tests/support/paper-shop.ts';
import { openShopWorld, type ShopWorld, sendShop } from '#tests/support/shop-world.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** Found nowhere else, so that an answer with one of them shows the design. */
const title = 'Herons for Marit';
const word = 'herons';

let world: ShopWorld;
let cookie: string;

beforeAll(async () => {
  world = await openShopWorld();
  ({ cookie } = await joinStudio(world.app, world.services));
});

/** A design drawn for a custom request, with all that a published one has. */
async function commissionedDesign(): Promise<string> {
  const { services } = world;
  const id = await addProduct(services, {
    title,
    status: 'draft',
    description: `<p>${title}</p>`,
    files: { 'herons.png': Buffer.from('herons') },
  });
  await services.database.write((tx) =>
    tx
      .updateTable('products')
      .set({ commissionId: newId(), salesCount: 90 })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

const endsSession: readonly CallName[] = ['logout', 'deleteAccount', 'signOutDevice', 'updateUser'];
const documents = ['/', '/shop', `/search-product?query=${word}`, '/best-sellers'];

/** The calls and documents of the shop that show a design, to a buyer who knows its id and words of its title. */
async function showing(designId: string): Promise<string[]> {
  const { services, app, right } = world;
  await services.catalogue.refresh();
  const buyer = await world.addBuyer('approved', await world.addDesign());
  const headers = { Authorization: `Bearer ${buyer.token}` };
  const shown: string[] = [];
  const note = async (name: string, response: Response) => {
    const text = await response.text();
    // A page that isn't there still says its own address.
    const isAddressed = name.includes(designId);
    if (text.includes(title) || (!isAddressed && text.includes(designId))) shown.push(name);
  };
  for (const name of Object.keys(calls) as CallName[]) {
    if (endsSession.includes(name)) continue;
    const request = (await right[name]?.(buyer, { ...buyer, designId })) ?? {};
    const search = name === 'productsSearch' || name === 'productsSuggest';
    const query = search ? { q: word, query: word, search: word } : request.query;
    await note(name, await sendShop(app, name, { ...request, ...(query && { query }) }, headers));
  }
  const page = fillPath(paths.product.path, { id: designId });
  const pages = createApp({ ...services, shop: paperShop() });
  for (const path of [...documents, page, '/sitemap.xml']) {
    await note(path, await pages.request(path));
  }
  return shown;
}

test('nothing of the shop shows a design that was drawn for a request', async () => {
  const { services } = world;
  const id = await commissionedDesign();

  expect(await showing(id)).toEqual([]);

  // What shows any other design.
  await services.database.write((tx) =>
    tx.updateTable('products').set({ status: 'published' }).where('id', '=', id).execute(),
  );
  await services.database.write((tx) => recordCatalogueChange({ tx, now: services.clock() }, [id]));
  const shown = ['products', 'productsSearch', 'product', '/shop'];
  expect(await showing(id)).toEqual(expect.arrayContaining(shown));
});

test('the studio has it among its drafts, and neither publishes nor deletes it', async () => {
  const { app, services } = world;
  const id = await commissionedDesign();
  const at = { params: { id }, cookie };

  const { answer: list } = await callStudio(app, 'designs', { query: { search: title }, cookie });
  const { answer: design } = await callStudio(app, 'design', at);

  expect(list.items.find((listed) => listed.id === id)).toMatchObject({ status: 'draft' });
  expect(design.missing).toEqual({ commission: designMessages.isCommissioned });
  const { version } = design;
  const moved = { ...at, body: { version, status: 'published' as const } };
  const { problem } = await studioRefused(app, 'moveDesign', moved);
  expect(problem.fields).toEqual({ commission: designMessages.isCommissioned });
  const deleted = await studioRefused(app, 'deleteDesign', { ...at, body: { version } });
  expect(deleted.problem.message).toBe(designMessages.isCommissioned);
  expect(
    await services.database.read
      .selectFrom('products')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst(),
  ).toEqual({ status: 'draft' });
});

test('a bulk change refuses to publish or delete it by its id', async () => {
  const { services } = world;
  const { read } = services.database;
  const id = await commissionedDesign();
  const design = (await readPlanned(read, [id])).get(id);
  const context = { names: new Map<string, string>(), now: services.clock() };

  for (const action of [{ kind: 'status', status: 'published' }, { kind: 'delete' }] as const) {
    const plan = await planOne(read, design, action, context);
    expect(plan).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(designMessages.isCommissioned),
    });
  }
});

test('a collection doesn’t take it', async () => {
  const { app } = world;
  const id = await commissionedDesign();
  const { answer } = await callStudio(app, 'createCollection', { body: { name: 'Birds' }, cookie });
  const base = editedCollection(answer);

  const { problem } = await studioRefused(app, 'saveCollection', {
    params: { id: answer.id },
    body: { base, changes: { designIds: [id] } },
    cookie,
  });

  expect(problem.fields).toEqual({ designIds: collectionRefusals.unknownDesign });
});
