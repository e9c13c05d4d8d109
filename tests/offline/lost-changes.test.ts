import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { goBackTo } from '#tests/support/go-back.ts';
import type { TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { call, openCatalogueDevice } from './catalogue-device.ts';

const all = call('/api/products');

/** Sets the price of every design, and the shop shows it. */
async function setPrices(services: TestServices, price: number): Promise<void> {
  await makeChange(services, async (change) => {
    const changed = await change.tx
      .updateTable('products')
      .set({ price })
      .returning('id')
      .execute();
    await recordCatalogueChange(
      change,
      changed.map(({ id }) => id),
    );
  });
  await services.catalogue.refresh();
}

test.each([0, 1, 2])(
  'a device follows a shop whose database lost a change and got %i others',
  async (others) => {
    const { edge, services, clock, setNetwork, restart, online } = await openCatalogueDevice(4);
    await edge.storeForOffline();
    const goBack = await goBackTo(services.database);
    await setPrices(services, 7700);
    clock.move(60_000);
    await edge.follow();
    await goBack();
    for (let made = 0; made < others; made += 1) await setPrices(services, 2000 + made);
    await services.catalogue.refresh();
    clock.move(60_000);

    await edge.follow();

    setNetwork('down');
    const shown = await online('/api/products');
    expect((await edge.answer(all)).answer).toEqual(shown);
    expect((await restart().answer(all)).answer).toEqual(shown);
  },
);

test('a device that knows a change by its number only loads the designs once again', async () => {
  const { edge, idb, services, clock, asked, setNetwork, restart, online } =
    await openCatalogueDevice(4);
  await edge.storeForOffline();
  const stored = await new Dexie('pinwheel-catalogue', idb).open();
  await stored.table('states').update('replica', { cursor: '4' });
  stored.close();
  await setPrices(services, 7700);
  const device = restart();
  asked.length = 0;
  for (let look = 0; look < 2; look += 1) {
    clock.move(60_000);
    await device.follow();
  }

  const paths = asked.map((path) => path.split('?')[0]);
  expect(paths).toEqual(['/api/products/changes', '/api/products', '/api/products/changes']);
  setNetwork('down');
  expect((await restart().answer(all)).answer).toEqual(await online('/api/products'));
});

test('a device’s register of revoked licences is the shop’s again after its database lost a refund', async () => {
  const { edge, services, setNetwork, restart, online } = await openCatalogueDevice(1);
  const { id: accountId } = await signUp(services);
  const productIds = [await addProduct(services)];
  await addOrder(services, { accountId, productIds });
  const register = call('/api/licence-register');
  await edge.storeForOffline();
  const goBack = await goBackTo(services.database);
  await makeChange(services, async (change) => {
    const revokedAt = change.now.toISOString();
    await change.tx.updateTable('orderItems').set({ revokedAt }).execute();
    await recordCatalogueChange(change, null);
  });
  await services.catalogue.refresh();
  await (await edge.answer(register)).refreshed;
  const revoked = (await edge.answer(register)).answer;
  await goBack();
  await services.catalogue.refresh();

  await (await edge.answer(register)).refreshed;

  setNetwork('down');
  const stored = (await restart().answer(register)).answer;
  expect(stored).toEqual(await online('/api/licence-register'));
  expect(stored).not.toEqual(revoked);
});
