import { Hash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeChange } from '#server/platform/database/change.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

test('a revoked licence’s id is hashed once, not at each later change', async () => {
  const services = await makeServices();
  const { id: accountId } = await signUp(services);
  const productIds = [await addProduct(services), await addProduct(services)];
  const { itemIds } = await addOrder(services, { accountId, productIds });
  const revokedAt = services.clock().toISOString();
  const update = vi.spyOn(Hash.prototype, 'update');
  onTestFinished(() => update.mockRestore());

  for (const id of itemIds) {
    await makeChange(services, async (change) => {
      await change.tx.updateTable('orderItems').set({ revokedAt }).where('id', '=', id).execute();
      await recordCatalogueChange(change, null);
    });
    await services.catalogue.refresh();
  }

  const hashed = update.mock.calls.map(([data]) => data);
  expect(hashed.filter((data) => itemIds.some((id) => id === data))).toEqual(itemIds);
});
