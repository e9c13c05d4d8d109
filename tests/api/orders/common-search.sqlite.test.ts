import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { mostCounted, studioPageSize } from '#contract/studio/list.ts';
import { orderPage } from '#server/orders/list-orders.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { loggingDatabase, queryPlans } from '#tests/support/query-log.ts';
import { addBusiness } from '../../bench/busy-shop.ts';
import { fillDatabase } from '../../bench/filled-database.ts';

const count = mostCounted + 500;
const list = { page: 1, state: 'all', from: undefined, until: undefined } as const;

let folder = '';
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinwheel-orders-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const filled = await openSqlite(folder);
  await fillDatabase(filled, 10);
  await filled.close();
  const until = new Date('2026-12-20T15:00:00.000Z');
  const size = { accounts: 100, orders: count, designs: 10, until };
  addBusiness(join(folder, 'pinwheel.sqlite'), size);
  database = await openSqlite(folder);
  atEndOfFile(() => database.close());
  await database.write((tx) =>
    tx.updateTable('products').set({ title: sql`title || ' seamless'` }).execute(),
  );
});

const page = (query: Partial<Parameters<typeof orderPage>[1]>, { read } = database) =>
  orderPage(read, { ...list, search: '', buyerId: undefined, ...query });

test.each(['example', 'seamless'])(
  'a search that more orders match than are counted shows the newest of them: %s',
  async (search) => {
    const found = await page({ search });
    const all = await page({});

    expect(found).toMatchObject({ total: mostCounted, isCounted: false });
    expect(found.items).toHaveLength(studioPageSize);
    expect(found.items).toEqual(all.items);
  },
);

test('a title that so many orders have is searched within a state and a month, to the end', async () => {
  const month = { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };
  for (const filter of [{ state: 'review' as const }, { ...month, state: 'paid' as const }]) {
    const all = await page(filter);
    const found = await page({ ...filter, search: 'seamless' });
    const last = await page({ ...filter, search: 'seamless', page: all.totalPages });

    expect(all.items.length).toBeGreaterThan(0);
    expect(found.items).toEqual(all.items);
    expect(last).toMatchObject({ total: all.total, isCounted: true });
  }
});

test('of a title that so many orders have, they are not collected', async () => {
  const log = loggingDatabase(database);
  await page({ search: 'seamless' }, log);
  const steps = queryPlans(folder, log.statements);
  expect(steps.filter((step) => step.includes('UNION'))).toEqual([]);
  expect(steps.filter((step) => step.includes('ordersByAge'))).toHaveLength(1);
});
