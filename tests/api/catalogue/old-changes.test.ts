import { expect, test } from 'vitest';
import { type CatalogueFeed, openCatalogue } from '#server/catalogue/feed.ts';
import { removeOldChanges } from '#server/catalogue/remove-old-changes.ts';
import { schedulePriceDrops } from '#server/lists/price-drops/price-drops.ts';
import { runRetention } from '#server/operations/retention.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

const changesOf = async ({ database }: TestServices) => {
  const changes = database.read.selectFrom('catalogueChanges').select(['seq', 'productId']);
  return changes.orderBy('seq').execute();
};

/** What devices get that ask for what changed since each version, and `0`. */
function answersSinceEach(catalogue: CatalogueFeed) {
  return Array.from({ length: catalogue.version + 2 }, (_, since) => {
    const query = { since: String(since) };
    const answer = catalogue.answer('productsChanges', { params: undefined, query });
    const ids = answer?.products.map(({ _id }) => _id).toSorted();
    return { ...answer, products: ids, removed: answer?.removed.toSorted() };
  });
}

function opened({ database, gateway }: TestServices): Promise<CatalogueFeed> {
  const { clientId, sdkUrl, isPractice } = gateway;
  return openCatalogue(database, { clientId, sdkUrl, isPractice });
}

test('of the changes of a design the newest is kept, and no reader notices', async () => {
  const services = await makeServices();
  const [often, once, retired] = [
    await addProduct(services),
    await addProduct(services),
    await addProduct(services),
  ];
  const change = (ids: readonly string[] | null) =>
    makeChange(services, (made) => recordCatalogueChange(made, ids));
  await change([often]);
  await makeChange(services, (made) => writeSetting(made, 'synonyms', [['fox', 'vixen']]));
  await change(null);
  await change([often, retired]);
  await change(null);
  await makeChange(services, async (made) => {
    const designs = made.tx.updateTable('products').where('id', '=', retired);
    await designs.set({ status: 'retired' }).execute();
    await recordCatalogueChange(made, [often, retired]);
  });
  const before = answersSinceEach(await opened(services));
  const newest = (await changesOf(services)).at(-1)?.seq;

  await runRetention(services);

  expect((await changesOf(services)).map(({ productId }) => productId)).toEqual([
    once,
    null,
    often,
    retired,
  ]);
  expect(answersSinceEach(await opened(services))).toEqual(before);
  await services.catalogue.refresh();
  expect(answersSinceEach(services.catalogue)).toEqual(before);
  expect(await schedulePriceDrops(services.database, services.clock(), 0)).toBe(newest);
});

test('changes are deleted some at a time, until the shop stops', async () => {
  const services = await makeServices();
  const id = await addProduct(services);
  const ids = Array.from({ length: 500 }, () => id);
  await makeChange(services, (made) => recordCatalogueChange(made, ids));
  let looks = 0;

  await removeOldChanges(services, () => ++looks > 2);
  expect(await changesOf(services)).toHaveLength(102);

  await removeOldChanges(services, () => false);
  expect((await changesOf(services)).map(({ productId }) => productId)).toEqual([id]);
});
