import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type CatalogueFeed, openCatalogue } from '#server/catalogue/feed.ts';
import { changeNumber } from '#server/platform/database/changes-after.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { benchProductId, fillDatabase } from '#tests/bench/filled-database.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { paperShop } from '#tests/support/paper-shop.ts';

/** A shop with more designs than are indexed in one turn; the test decides when indexing completes. */
async function openShop() {
  const { database, gateway } = await makeServices();
  await fillDatabase(database, 350);
  const { clientId, sdkUrl, isPractice } = gateway;
  const whole = await openCatalogue(database, { clientId, sdkUrl, isPractice });
  await whole.searchable();
  expect(whole.isSearchable).toBe(true);
  const indexed = Promise.withResolvers<void>();
  let isSearchable = false;
  const catalogue: CatalogueFeed = {
    answer: whole.answer,
    designs: whole.designs,
    searchEngineTexts: whole.searchEngineTexts,
    refresh: whole.refresh,
    cursor: whole.cursor,
    knows: whole.knows,
    get isSearchable() {
      return isSearchable;
    },
    searchable: () => indexed.promise,
  };
  const services = await makeServices({ database, gateway, catalogue, shop: paperShop() });
  const finish = () => {
    isSearchable = true;
    indexed.resolve();
  };
  return { finish, app: createApp(services) };
}

test('a search waits until every design is indexed, other calls do not', async () => {
  const { finish, app } = await openShop();
  const answered: string[] = [];
  const ask = async (path: string) => {
    const answer = (await (await app.request(path)).json()) as { total?: number };
    answered.push(path);
    return answer;
  };
  const searching = ask('/api/products/search?query=sleepy');
  await ask('/api/products/filter');
  await ask('/api/products/best-selling');
  expect(answered).toEqual(['/api/products/filter', '/api/products/best-selling']);
  finish();
  expect(await searching).toMatchObject({ total: 35 });
});

test('a search page opened earlier is sent without its answer, and is not cached like that', async () => {
  const { finish, app } = await openShop();
  const page = async () => (await app.request('/search-product?query=sleepy')).text();
  expect(await page()).not.toContain('"productsSearch"');
  finish();
  expect(await page()).toContain('"productsSearch"');
});

test('the shop stays searchable while a second batch of designs is indexed', async () => {
  const { database, gateway } = await makeServices();
  await fillDatabase(database, 150);
  const { clientId, sdkUrl, isPractice } = gateway;
  const catalogue = await openCatalogue(database, { clientId, sdkUrl, isPractice });
  await catalogue.searchable();

  expect(catalogue.isSearchable).toBe(true);
  const services = await makeServices({ database, gateway, catalogue, shop: paperShop() });
  const page = await createApp(services).request('/search-product?query=sleepy');
  expect(await page.text()).toContain('"productsSearch"');
});

test('lets requests run while many changed designs are read', async () => {
  const { database, gateway } = await makeServices();
  await fillDatabase(database, 350);
  const { clientId, sdkUrl, isPractice } = gateway;
  const catalogue = await openCatalogue(database, { clientId, sdkUrl, isPractice });
  const before = catalogue.cursor;
  const ids = Array.from({ length: 350 }, (_, place) => benchProductId(place));
  await database.write((tx) => recordCatalogueChange({ tx, now: new Date() }, ids));

  const refreshed = catalogue.refresh();
  for (let turn = 0; turn < 3; turn++) {
    expect(catalogue.cursor).toBe(before);
    await nextTurn();
  }
  await refreshed;
  const { newest } = await database.read
    .selectFrom('catalogueChanges')
    .select((row) => row.fn.max('seq').as('newest'))
    .executeTakeFirstOrThrow();

  expect(newest).toBeGreaterThanOrEqual(changeNumber(before) + 350);
  expect(changeNumber(catalogue.cursor)).toBe(newest);
});
