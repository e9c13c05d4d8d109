import { expect, test } from 'vitest';
import { migrations } from '#server/platform/database/migrations/migrations.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

test('an update records of earlier orders whether they moved money, as far as their ids tell', async () => {
  const folder = await emptyFolder();
  const all = Object.entries(migrations);
  const before = all.filter(([name]) => name < '216');
  const database = await openSqlite(folder, Object.fromEntries(before));
  const services = await makeServices({ database });
  const { id: accountId } = await signUp(services);
  const productIds = [await addProduct(services)];
  const orders = [
    [{ providerOrderId: 'PRACTICE1234' }, 1],
    [{ receiptNumber: 'PRACTICE-R-2026-000001' }, 1],
    [{ receiptNumber: 'R-2026-000001' }, 0],
    [{}, null],
    [{ receiptNumber: 'PRACTICE-R-2026-000002', isPractice: 0 }, 0],
  ] as const;
  const expected: [string, number | null][] = [];
  for (const [row, isPractice] of orders) {
    const { id } = await addOrder(services, { accountId, productIds });
    await database.write((tx) =>
      tx
        .updateTable('orders')
        .set({ isPractice: null, ...row })
        .where('id', '=', id)
        .execute(),
    );
    expected.push([id, isPractice]);
  }
  await database.close();

  const updated = await openSqlite(folder);
  const rows = await updated.read.selectFrom('orders').select(['id', 'isPractice']).execute();
  await updated.close();

  expect(new Map(rows.map(({ id, isPractice }) => [id, isPractice]))).toEqual(new Map(expected));
});
