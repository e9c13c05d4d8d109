import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { followCatalogue } from '#server/catalogue/follow-changes.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { recordCatalogueChange } from '#server/platform/database/record-catalogue-change.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { call } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';

/** A running shop on that database. */
async function startShop(url: string) {
  const database = await openPostgres(url);
  const services = await makeServices({ database });
  const following = followCatalogue(services);
  atEndOfFile(async () => {
    await following.stop();
    await database.close();
  });
  return { services, app: createApp(services) };
}

/** Copies a database; what it returns puts the copy in its place, under the shops that run on it. */
async function copyOf(url: string): Promise<() => Promise<void>> {
  const { pathname } = new URL(url);
  const name = pathname.slice(1);
  const [copy, lost] = [`copy_${randomBytes(4).toString('hex')}`, `lost_${name}`];
  const client = new pg.Client(url.replace(pathname, '/postgres'));
  await client.connect();
  atEndOfFile(async () => {
    await client.query(`DROP DATABASE IF EXISTS ${lost}`);
    await client.end();
  });
  await client.query(`CREATE DATABASE ${copy} TEMPLATE ${name} STRATEGY FILE_COPY`);
  return async () => {
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const connected = 'FROM pg_stat_activity WHERE datname = $1';
    await client.query(`SELECT pg_terminate_backend(pid) ${connected}`, [name]);
    while ((await client.query(`SELECT 1 ${connected}`, [name])).rowCount) await setTimeout(10);
    await client.query(`ALTER DATABASE ${name} RENAME TO ${lost}`);
    await client.query(`ALTER DATABASE ${copy} RENAME TO ${name}`);
  };
}

const setPrice = (services: TestServices, id: string, price: number) =>
  makeChange(services, async (change) => {
    await change.tx.updateTable('products').set({ price }).where('id', '=', id).execute();
    await recordCatalogueChange(change, [id]);
  });

test('two shops that run on as their database is replaced by an older one show what it has', async () => {
  const url = await newPostgres('migrated');
  const first = await openPostgres(url);
  const id = await addProduct(await makeServices({ database: first }), { price: 2000 });
  await first.close();
  const replace = await copyOf(url);
  const shops = [await startShop(url), await startShop(url)] as const;
  const prices = async () => {
    const answers = shops.map(({ app }) => call(app, 'product', { params: { id } }));
    return (await Promise.all(answers)).map(({ answer }) => answer.product.price);
  };
  const cursors = () => new Set(shops.map(({ services }) => services.catalogue.cursor));
  await setPrice(shops[0].services, id, 7700);
  await expect.poll(prices).toEqual([77, 77]);
  const since = shops[0].services.catalogue.cursor;
  expect([...cursors()]).toEqual([since]);

  await replace();

  await expect.poll(prices, { timeout: 20_000 }).toEqual([20, 20]);
  await setPrice(shops[1].services, id, 2100);
  await expect.poll(prices, { timeout: 20_000 }).toEqual([21, 21]);
  expect(cursors().size).toBe(1);
  for (const { app } of shops) {
    const { answer } = await call(app, 'productsChanges', { query: { since } });
    expect(answer.isReset).toBe(true);
  }
});
