import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mostCounted, studioPageSize } from '#contract/studio/list.ts';
import { orderPage } from '#server/orders/list-orders.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { addBusiness } from '../../bench/busy-shop.ts';
import { fillDatabase } from '../../bench/filled-database.ts';

test('a search that more orders match than are counted shows the newest of them', async () => {
  const folder = await emptyFolder();
  const filled = await openSqlite(folder);
  await fillDatabase(filled, 10);
  await filled.close();
  const until = new Date('2026-12-20T15:00:00.000Z');
  const count = mostCounted + 500;
  addBusiness(join(folder, 'pinwheel.sqlite'), {
    accounts: 100,
    orders: count,
    designs: 10,
    until,
  });
  const { read, close } = await openSqlite(folder);
  onTestFinished(close);
  const list = { page: 1, state: 'all', from: undefined, until: undefined } as const;

  const found = await orderPage(read, { ...list, search: 'example', buyerId: undefined });
  const all = await orderPage(read, { ...list, search: '', buyerId: undefined });

  expect(found.total).toBe(mostCounted);
  expect(found.items).toHaveLength(studioPageSize);
  expect(found.items).toEqual(all.items);
});
