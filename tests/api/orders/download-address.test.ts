import { expect, test } from 'vitest';
import { downloadPath } from '#contract/shop/paths.ts';
import { createApp } from '#server/app.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

test.each(['%00', 'none'])('no download has the id %s', async (id) => {
  const services = await makeServices();
  const app = createApp(services);
  const buyer = await signUp(services);
  const productIds = [await addProduct(services)];
  const order = await addOrder(services, { accountId: buyer.id, productIds });
  const status = async (path: string) =>
    (await app.request(path, { headers: { Authorization: `Bearer ${buyer.token}` } })).status;

  expect(await status(downloadPath(id, order.itemIds[0] ?? ''))).toBe(404);
  expect(await status(downloadPath(order.id, id))).toBe(404);
});
