import { expect, test } from 'vitest';
import { type CatalogueFeed, openCatalogue } from '#server/catalogue/feed.ts';
import { removeOldChanges } from '#server/catalogue/remove-old-changes.ts';
import { schedulePriceDrops } from '#server/lists/price-drops/price-drops.ts';
import { runRetention } from '#server/operations/retention.ts';
import { type Change, makeChange } from '#server/platform/database/change.ts';
import { changeNumber, firstCursor } from '#server/platform/database/changes-after.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';

const changesOf = async ({ database }: TestServices) => {
  const changes = database.read.selectFrom('catalogueChanges').select(['seq', 'productId']);
  return changes.orderBy('seq').execute();
};

/** What devices get that ask for what changed since each of these cursors. */
function answersSince(cursors: readonly string[], catalogue: CatalogueFeed) {
  return cursors.map((since) => {
    const answer = catalogue.answer('productsChanges', { params: undefined, query: { since } });
    const ids = answer?.products.map(({ _id }) => _id).toSorted();
    return { ...answer, products: ids, removed: answer?.removed.toSorted() };
  });
}

function opened({ database, gateway }: TestServices): Promise<CatalogueFeed> {
  const { clientId, sdkUrl, isPractice } = gateway;
  return openCatalogue(database, { clientId, sdkUrl, isPractice });
}

/** A shop whose cursors several readers have, with changes that others followed. */
async function changedShop() {
  const services = await makeServices();
  const [often, once, retired] = [
    await addProduct(services),
    await addProduct(services),
    await addProduct(services),
  ];
  await services.catalogue.refresh();
  const cursors = [firstCursor, services.catalogue.cursor];
  const change = async (ids: readonly string[] | null, work?: (made: Change) => Promise<void>) => {
    await makeChange(services, async (made) => {
      await work?.(made);
      await recordCatalogueChange(made, ids);
    });
    await services.catalogue.refresh();
    cursors.push(services.catalogue.cursor);
  };
  await change([often]);
  await change(null, (made) => writeSetting(made, 'synonyms', [['fox', 'vixen']]));
  await change([often, retired]);
  await change(null);
  await change([often, retired], async ({ tx }) => {
    const designs = tx.updateTable('products').where('id', '=', retired);
    await designs.set({ status: 'retired' }).execute();
  });
  return { services, cursors, often, once, retired };
}

test('of the changes of a design the newest is kept, and no reader notices', async () => {
  const { services, cursors, often, once, retired } = await changedShop();
  const before = answersSince(cursors, await opened(services));
  const known = answersSince(cursors, services.catalogue);
  const newest = (await changesOf(services)).at(-1)?.seq;

  await runRetention(services);

  expect(answersSince(cursors, await opened(services))).toEqual(before);
  expect(before.map(({ isReset }) => isReset)).toEqual([
    true,
    ...cursors.slice(1).map(() => false),
  ]);
  // Those that readers may continue from are kept as well; the one of the same recording as the next isn't.
  expect(await changesOf(services)).toHaveLength(9);

  await removeOldChanges(services, () => false, 2);

  expect((await changesOf(services)).map(({ productId }) => productId)).toEqual([
    once,
    null,
    often,
    retired,
  ]);
  const reader = await opened(services);
  expect(answersSince(cursors.slice(-2), reader)).toEqual(before.slice(-2));
  expect(answersSince(cursors, reader).filter(({ isReset }) => isReset)).toHaveLength(5);
  await services.catalogue.refresh();
  expect(answersSince(cursors, services.catalogue)).toEqual(known);
  const { database, clock } = services;
  expect(await schedulePriceDrops(database, clock(), firstCursor)).toBe(services.catalogue.cursor);
  expect(changeNumber(services.catalogue.cursor)).toBe(newest);
});

test('changes are deleted some at a time, until the shop stops', async () => {
  const services = await makeServices();
  const id = await addProduct(services);
  const ids = Array.from({ length: 500 }, () => id);
  await makeChange(services, (made) => recordCatalogueChange(made, ids));
  let looks = 0;

  await removeOldChanges(services, () => ++looks > 2, 1);
  expect(await changesOf(services)).toHaveLength(102);

  await removeOldChanges(services, () => false, 1);
  expect((await changesOf(services)).map(({ productId }) => productId)).toEqual([id]);
});
