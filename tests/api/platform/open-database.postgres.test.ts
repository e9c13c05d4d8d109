import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { lastBeforeBaseline } from '#server/platform/database/adopt-baseline.ts';
import { migrations } from '#server/platform/database/migrations/migrations.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { freshPostgres } from '#tests/support/fresh-postgres.ts';
import { listOf, openOlder } from '#tests/support/list-of-migrations.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { sessionPooler } from '#tests/support/session-pooler.ts';
import { transactionPooler } from '#tests/support/transaction-pooler.ts';

const { open, url } = freshPostgres();

/** The shop tries for ten seconds, which go by at once. */
function triesEndAtOnce(): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 6000));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

test('a connection that breaks during the migrations has them run again', async () => {
  const proxy = await cuttingProxy(await newPostgres('empty'));
  let runs = 0;
  const up = async (db: Kysely<unknown>) => {
    runs += 1;
    await sql`CREATE TABLE marks (id integer)`.execute(db);
    if (runs > 1) return;
    proxy.close();
    proxy.open();
  };
  const database = await openPostgres(proxy.url, { '001': { up } });
  expect(await sql`SELECT id FROM marks`.execute(database.read)).toMatchObject({ rows: [] });
  expect(runs).toBe(2);
  await database.close();
  await proxy.end();
});

test('a migration of the version before that is under way ends before the baseline is taken', async () => {
  const address = await newPostgres('empty');
  await (await openOlder((known) => openPostgres(address, known), '105-fees-of-payments')).close();
  const before = new pg.Client(address);
  await before.connect();
  onTestFinished(() => before.end());
  await before.query(
    `BEGIN; INSERT INTO kysely_migration (name, timestamp) VALUES ('${lastBeforeBaseline}', '2026')`,
  );
  const updated = open(address);
  await vi.waitFor(async () => {
    const { rows } = await before.query('SELECT pid FROM pg_locks WHERE NOT granted');
    expect(rows).toHaveLength(1);
  }, 5_000);

  await before.query('COMMIT');

  expect(await listOf(await updated)).toEqual(Object.keys(migrations));
});

test('a migration that waits for a backup lets the requests of a running shop through', async () => {
  const first = (db: Kysely<unknown>) =>
    db.schema.createTable('marks').addColumn('id', 'integer').execute();
  const second = (db: Kysely<unknown>) =>
    db.schema.alterTable('marks').addColumn('name', 'text').execute();
  const address = await newPostgres('empty');
  await (await openPostgres(address, { '001': { up: first } })).close();
  const [backup, buyer] = [new pg.Client(address), new pg.Client(address)];
  for (const client of [backup, buyer]) {
    await client.connect();
    onTestFinished(() => client.end());
  }
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT * FROM marks');
  const updated = openPostgres(address, { '001': { up: first }, '002': { up: second } });
  await vi.waitFor(async () => {
    const { rows } = await backup.query('SELECT pid FROM pg_locks WHERE NOT granted');
    expect(rows).toHaveLength(1);
  }, 5_000);

  await buyer.query("SET statement_timeout = '10s'");
  const { rows } = await buyer.query('SELECT * FROM marks');
  await backup.query('COMMIT');
  const database = await updated;
  const after = await sql`SELECT name FROM marks`.execute(database.read);
  await database.close();

  expect([rows, after.rows]).toEqual([[], []]);
}, 30_000);

test('shops that start at once migrate an empty database once', async () => {
  const empty = await newPostgres('empty');
  const shops = await Promise.all([open(empty), open(empty), open(empty), open(empty)]);
  for (const { read } of shops) {
    expect(await read.selectFrom('products').selectAll().execute()).toEqual([]);
  }
});

test('shops that start at once take the baseline once', async () => {
  const address = await newPostgres('empty');
  await (await openOlder((known) => openPostgres(address, known))).close();

  const shops = await Promise.all([open(address), open(address), open(address), open(address)]);

  for (const shop of shops) expect(await listOf(shop)).toEqual(Object.keys(migrations));
});

test('a pooler that hands connections out by session has the settings of each', async () => {
  const pooler = await sessionPooler(url());
  onTestFinished(() => pooler.end());
  const { read, write, close } = await openPostgres(pooler.url);
  const shown = sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings
    WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'work_mem', 'enable_seqscan')
    ORDER BY name`;
  const settings = [await shown.execute(read), await write((tx) => shown.execute(tx))].map(
    ({ rows }) => rows.map(({ setting }) => setting),
  );
  await close();
  expect(settings).toEqual([
    ['on', '15000', '15000', '16384'],
    ['off', '15000', '15000', '4096'],
  ]);
});

describe('a database that cannot be used is named in a line without its password', () => {
  it.each([
    ['nobody listens', (address: URL) => Object.assign(address, { port: '1' }), /ECONNREFUSED/],
    [
      'it does not exist',
      (address: URL) => Object.assign(address, { pathname: '/none' }),
      /"none" does not exist/,
    ],
  ])('because %s', async (_, change, why) => {
    const address = change(new URL(url()));
    address.password = 'secret';
    triesEndAtOnce();
    const failure = await openPostgres(address.href).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'DatabaseProblem', message: expect.stringMatching(why) });
    expect((failure as Error).message).not.toMatch(/secret|\n/);
  });

  it('because a pooler hands connections out by transaction', async () => {
    const pooler = await transactionPooler(url());
    onTestFinished(() => pooler.end());
    await expect(openPostgres(pooler.url)).rejects.toThrow(/a pooler that hands .* by transaction/);
  });

  it('because it gives only one connection', async () => {
    const admin = new pg.Client(url());
    await admin.connect();
    const role = `role_${randomBytes(6).toString('hex')}`;
    await admin.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`);
    onTestFinished(async () => {
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    });
    triesEndAtOnce();
    const address = Object.assign(new URL(url()), { username: role });

    await expect(openPostgres(address.href)).rejects.toMatchObject({
      name: 'DatabaseProblem',
      message: expect.stringMatching(/too many connections for role/),
    });
  });

  /** A database whose server seems to be another, because what `sql` creates comes before its own catalogue. */
  async function pretending(sql: string): Promise<string> {
    const address = await newPostgres('empty');
    const client = new pg.Client(address);
    await client.connect();
    await client.query(`CREATE SCHEMA pretended; SET search_path = pretended; ${sql};
      ALTER DATABASE ${new URL(address).pathname.slice(1)} SET search_path = pretended, pg_catalog, public`);
    await client.end();
    return address;
  }

  it('because the settings of a session don’t last', async () => {
    const forgetful =
      await pretending(`CREATE FUNCTION current_setting(name text) RETURNS text LANGUAGE sql AS $$
      SELECT CASE name WHEN 'statement_timeout' THEN '0' ELSE pg_catalog.current_setting(name) END $$`);
    await expect(openPostgres(forgetful)).rejects.toThrow(
      'DATABASE_URL leads to a pooler that doesn’t keep the settings of a session: statement_timeout was set to 15s and is 0. The shop needs PostgreSQL itself, or a pooler that hands connections out by session.',
    );
  });

  it('because the server is too old', async () => {
    const old =
      await pretending(`CREATE FUNCTION current_setting(name text) RETURNS text LANGUAGE sql AS $$
      SELECT CASE name WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12'
        ELSE pg_catalog.current_setting(name) END $$`);
    await expect(openPostgres(old)).rejects.toThrow(
      'PostgreSQL 14.12 is too old: 15 or later is needed.',
    );
  });

  it('because the server was built without ICU', async () => {
    const without = await pretending(
      `CREATE VIEW pg_collation AS SELECT * FROM pg_catalog.pg_collation WHERE collprovider <> 'i'`,
    );
    await expect(openPostgres(without)).rejects.toThrow('built without ICU, which searches need');
  });

  it('because of its encoding', async () => {
    const latin = await newPostgres('LATIN1');
    await expect(openPostgres(latin)).rejects.toThrow(/encoding LATIN1; create it again/);
  });
});
