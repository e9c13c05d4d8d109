import dns from 'node:dns';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeBackupNow } from '#server/operations/backups/backup-run.ts';
import { restoreBackup } from '#server/operations/backups/restore.ts';
import { checkWritable } from '#server/platform/database/check-writable.ts';
import { type CopiedTable, copiedTables, keysOf } from '#server/platform/database/copy-rows.ts';
import { listen } from '#server/platform/database/listen.ts';
import { type Database, DatabaseAway, type Transaction } from '#server/platform/database/open.ts';
import { endsIfIdle, openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { statement } from '#server/platform/database/statement.ts';
import { backupsFolder } from '#server/platform/files/backups-folder.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { type CuttingProxy, cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { transactionPooler } from '#tests/support/transaction-pooler.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

let url = '';

beforeEach(async () => {
  url = await newPostgres('migrated');
});

async function open(address = url): Promise<Database> {
  const database = await openPostgres(address);
  atEndOfFile(() => database.close());
  return database;
}

/** Adds one to a number in the settings, reading it first, and returns it. */
async function countUp(tx: Transaction, key = 'count'): Promise<number> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  const value = Number(row?.value ?? 0) + 1;
  await tx
    .insertInto('settings')
    .values({ key, value: String(value), updatedAt: '' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(value) }))
    .execute();
  return value;
}

describe('a write', () => {
  it('that reads first takes effect as if it were alone', async () => {
    const [here, there] = [await open(), await open()];
    const writes = Array.from({ length: 40 }, (_, place) =>
      (place % 2 ? here : there).write((tx) => countUp(tx)),
    );
    const values = await Promise.all(writes);
    expect(values.toSorted((a, b) => a - b)).toEqual(writes.map((_, place) => place + 1));
  });

  it('that fails changes nothing, and throws what it threw', async () => {
    const { write, read } = await open();
    const failing = write(async (tx) => {
      await countUp(tx);
      throw new TypeError('broke off');
    });
    await expect(failing).rejects.toThrow(new TypeError('broke off'));
    expect(await read.selectFrom('settings').selectAll().execute()).toEqual([]);
    expect(await write((tx) => countUp(tx))).toBe(1);
  });
});

test('a write waits for a free connection for as long as others need them', async () => {
  const { write } = await open();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let count = 0;
  const others = Array.from({ length: 8 }, () =>
    write(async () => {
      count += 1;
      if (count === 8) held.resolve();
      await isOver;
    }),
  );
  await held.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const waiting = write((tx) => countUp(tx)).catch((error: Error) => error);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  await vi.advanceTimersByTimeAsync(60_000);
  end();
  expect(await waiting).toBe(1);
  await Promise.all(others);
});

test('a connection plans what `statement` made once, and each other text at each use', async () => {
  const { write } = await open();
  const readValue = statement((tx, { key }: { key: string }) =>
    tx.selectFrom('settings').select('value').where('key', '=', key),
  );
  const { rows } = await write(async (tx) => {
    for (const key of ['one', 'other']) {
      await readValue(tx, { key });
      await tx.selectFrom('settings').select('key').where('value', '=', key).execute();
    }
    return sql`SELECT statement FROM pg_prepared_statements`.execute(tx);
  });
  expect(rows).toEqual([{ statement: 'select "value" from "settings" where "key" = $1' }]);
});

test('what a write asks for at once is sent at once, the first together with its begin', async () => {
  const proxy = await cuttingProxy(url);
  atEndOfFile(() => proxy.end());
  const { write } = await open(proxy.url);
  const countBoth = (tx: Transaction) => Promise.all([countUp(tx, 'one'), countUp(tx, 'other')]);
  await write(countBoth, 'Ada');
  const before = proxy.messages();
  await write(countBoth, 'Ada');
  // Both reads, both writes, the commit.
  expect(proxy.messages() - before).toBe(3);
});

describe("an owner's write", () => {
  const places = Array.from({ length: 40 }, (_, place) => place);

  it('that reads first comes after the owner’s others, in all shops', async () => {
    const shops = [await open(), await open()];
    const values = await Promise.all(
      places.map((place) => shops[place % 2]?.write((tx) => countUp(tx), 'Ada')),
    );
    expect(values.toSorted((a, b) => Number(a) - Number(b))).toEqual(places.map((n) => n + 1));
  });

  it('runs once although others write beside it', async () => {
    const shops = [await open(), await open()];
    let attempts = 0;
    await Promise.all(
      places.map((place) =>
        shops[place % 2]?.write((tx) => {
          attempts += 1;
          return countUp(tx, `of buyer ${place}`);
        }, `buyer ${place}`),
      ),
    );
    expect(attempts).toBe(places.length);
  });

  it('waits for nobody else, however many of one owner wait', async () => {
    const { write } = await open();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const first = write(async (tx) => {
      await countUp(tx, 'of Ada');
      await isOver;
    }, 'Ada');
    const waiting = places.map(() => write((tx) => countUp(tx, 'of Ada'), 'Ada'));
    expect(await write((tx) => countUp(tx, 'of Grace'), 'Grace')).toBe(1);
    end();
    await Promise.all([first, ...waiting]);
  });

  it('goes on after one that failed', async () => {
    const { write } = await open();
    const failing = write(() => Promise.reject(new TypeError('broke off')), 'Ada');
    const next = write((tx) => countUp(tx), 'Ada');
    await expect(failing).rejects.toThrow(new TypeError('broke off'));
    expect(await next).toBe(1);
  });
});

describe('a connection that breaks', () => {
  let proxy: CuttingProxy;

  beforeEach(async () => {
    proxy = await cuttingProxy(url);
    return () => proxy.end();
  });

  it.each(['before commit', 'after commit'] as const)(
    '%s leaves a write that takes effect once',
    async (when) => {
      const database = await open(proxy.url);
      await database.write((tx) => countUp(tx));
      proxy.cut(when);
      await database.write((tx) => countUp(tx));
      const { value } = await database.read
        .selectFrom('settings')
        .select('value')
        .executeTakeFirstOrThrow();
      expect(value).toBe('2');
    },
  );

  it('while the server is away delays reads and writes', async () => {
    const database = await open(proxy.url);
    proxy.close();
    const written = database.write((tx) => countUp(tx));
    const rows = database.read.selectFrom('settings').selectAll().execute();
    proxy.open();
    expect(await written).toBe(1);
    expect((await rows).length).toBeLessThan(2);
  });

  it('while the commit is awaited, and says nothing, leaves a write that takes effect once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const database = await open(proxy.url);
    const isSent = Promise.withResolvers<void>();
    let runs = 0;
    const written = database.write(async (tx) => {
      runs += 1;
      const value = await countUp(tx);
      if (runs === 1) void proxy.vanish().then(isSent.resolve);
      return value;
    });
    await isSent.promise;
    await vi.advanceTimersByTimeAsync(20_000);
    expect([await written, runs]).toEqual([1, 2]);
  });

  it('while the commit is awaited, with a server that stays away, leaves a write that isn’t run again', async () => {
    const database = await open(proxy.url);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    let runs = 0;
    const written = database.write(async (tx) => {
      runs += 1;
      await countUp(tx);
      void proxy.vanish().then(() => {
        proxy.close();
        const lostAt = performance.now();
        let now = lostAt;
        vi.spyOn(performance, 'now').mockImplementation(() => {
          now += 6000;
          // Too late: it has been away for as long as is tried.
          if (now - lostAt > 15_000) proxy.open();
          return now;
        });
      });
    });
    await expect(written).rejects.toBeInstanceOf(DatabaseAway);
    expect(runs).toBe(1);
  });
});

it.each(['ENOTFOUND', 'EAI_AGAIN'])(
  'a name that is not known for a moment (%s) delays a read',
  async (code) => {
    // Of the two, only the shop looks up a name.
    const proxy = await cuttingProxy(Object.assign(new URL(url), { hostname: '127.0.0.1' }).href);
    const address = Object.assign(new URL(proxy.url), { hostname: 'localhost' });
    const { read } = await open(address.href);
    const unknown = Object.assign(new Error(`getaddrinfo ${code} localhost`), { code });
    const lookup = vi.spyOn(dns, 'lookup').mockImplementationOnce((...args: unknown[]) => {
      (args.at(-1) as (error: Error) => void)(unknown);
    });
    onTestFinished(async () => {
      lookup.mockRestore();
      await proxy.end();
    });
    // The connections of the start end, so that the read needs one of its own.
    proxy.close();
    proxy.open();

    expect(await read.selectFrom('settings').selectAll().execute()).toEqual([]);
    expect(lookup).toHaveBeenCalledTimes(2);
  },
);

it.each([1, 8])(
  '%s writes whose connections break at once before their commits take effect',
  async (count) => {
    const proxy = await cuttingProxy(url);
    const database = await open(proxy.url);
    const keys = Array.from({ length: count }, (_, place) => `key ${place}`);
    const [allDone, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let done = 0;
    const writes = keys.map((key) =>
      database.write(async (tx) => {
        await countUp(tx, key);
        done += 1;
        if (done === count) allDone.resolve();
        await mayCommit.promise;
      }),
    );
    await allDone.promise;

    proxy.close();
    proxy.open();
    mayCommit.resolve();
    await Promise.all(writes);

    const rows = await database.read.selectFrom('settings').select(['key', 'value']).execute();
    await proxy.end();
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys);
    expect(new Set(rows.map(({ value }) => value))).toEqual(new Set(['1']));
  },
);

test('a shop that stops while its writes have their turn keeps no other shop from writing', async () => {
  const { read, write } = await open();
  const limit = sql`SHOW idle_session_timeout`;
  const limits = [await limit.execute(read), await write((tx) => limit.execute(tx))];
  expect(limits.map(({ rows }) => rows)).toEqual([
    [{ idle_session_timeout: '30s' }],
    [{ idle_session_timeout: '30s' }],
  ]);
  const stopped = new pg.Client({ connectionString: url, options: endsIfIdle(500) });
  stopped.on('error', () => {});
  await stopped.connect();
  await stopped.query('SELECT pg_advisory_lock(72651)');
  let runs = 0;

  const written = write(async (tx) => {
    runs += 1;
    if (runs === 1) throw Object.assign(new Error('in the way'), { code: '40001' });
    return countUp(tx);
  });

  expect(await written).toBe(1);
});

describe('a server that only reads', () => {
  /** Changes what new connections may do, and ends the others, as a failover does, unless they are `kept`. */
  async function failOver(change: string, others: 'ended' | 'kept' = 'ended'): Promise<void> {
    const { pathname } = new URL(url);
    const client = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href);
    await client.connect();
    const name = pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} ${change}`);
    if (others === 'ended') {
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [name],
      );
    }
    await client.end();
  }
  const onlyReads = 'SET default_transaction_read_only = on';

  it('delays a write until another takes over', async () => {
    const database = await open();
    await failOver(onlyReads);
    const tried = Promise.withResolvers<void>();
    const written = database.write((tx) => {
      const counted = countUp(tx);
      counted.catch(() => {}).then(() => tried.resolve());
      return counted;
    });
    await tried.promise;
    await failOver('RESET default_transaction_read_only');
    expect(await written).toBe(1);
  });

  it('answers reads, also for a shop that starts, but no connection to it is kept', async () => {
    await failOver(onlyReads);
    const { read } = await open();
    expect(await read.selectFrom('products').select('id').execute()).toEqual([]);
    await expect(checkWritable(read)).rejects.toThrow('takes no writes');

    await failOver('RESET default_transaction_read_only', 'kept');
    await checkWritable(read);
  });

  it('is away in the end, and leaves the shop not ready', async () => {
    const database = await open();
    const services = await makeServices({ database });
    await failOver(onlyReads);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const now = performance.now();
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += 4000;
      return now + passed;
    });
    await expect(database.write((tx) => countUp(tx))).rejects.toBeInstanceOf(DatabaseAway);
    const answer = await createApp(services).request('/api/ready');
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { message: 'The shop can’t reach its database right now. Please try again in a minute.' },
    ]);
  });
});

test('a connection that listens and whose server vanished is made anew', async () => {
  const proxy = await cuttingProxy(url);
  let wakes = 0;
  const wake = () => {
    wakes += 1;
  };
  const following = listen(proxy.url, 'catalogue', wake, 300);
  onTestFinished(async () => {
    await following.stop();
    await proxy.end();
  });
  await expect.poll(() => wakes).toBe(1);
  void proxy.vanish();
  await expect.poll(() => wakes, { timeout: 10_000 }).toBe(2);
});

test('a server that crashes before a commit has the write run again', {
  timeout: 60_000,
}, async () => {
  const server = await runPostgres([]);
  const [here, there] = await Promise.all([
    openPostgres(`${server.url}postgres`),
    openPostgres(`${server.url}postgres`),
  ]);
  await there.write((tx) => countUp(tx, 'there'));
  let runs = 0;

  await here.write(async (tx) => {
    await countUp(tx, 'here');
    runs += 1;
    if (runs > 1) return;
    await server.kill();
    await server.start();
    // The server forgot the number of the transaction that is still open here, and gives it out again.
    for (let count = 0; count < 3; count += 1)
      await there.write((other) => countUp(other, 'there'));
  });

  const rows = await there.read.selectFrom('settings').select(['key', 'value']).execute();
  await Promise.all([here.close(), there.close()]);
  await server.end();
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual({
    here: '1',
    there: '4',
  });
});

test('a write that changes nothing leaves no trace', async () => {
  const { read, write } = await open();
  await write((tx) => tx.selectFrom('settings').selectAll().forUpdate().skipLocked().execute());
  expect(await read.selectFrom('commits').selectAll().execute()).toEqual([]);
});

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

test('shops that start at once migrate an empty database once', async () => {
  const empty = await newPostgres('empty');
  const shops = await Promise.all([open(empty), open(empty), open(empty), open(empty)]);
  for (const { read } of shops) {
    expect(await read.selectFrom('products').selectAll().execute()).toEqual([]);
  }
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
    const address = change(new URL(url));
    address.password = 'secret';
    // The shop tries for ten seconds, which go by at once.
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 6000));
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const failure = await openPostgres(address.href).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'DatabaseProblem', message: expect.stringMatching(why) });
    expect((failure as Error).message).not.toMatch(/secret|\n/);
  });

  it('because a pooler hands connections out by transaction', async () => {
    const pooler = await transactionPooler(url);
    onTestFinished(() => pooler.end());
    await expect(openPostgres(pooler.url)).rejects.toThrow(/a pooler that hands .* by transaction/);
  });

  it('because of its encoding', async () => {
    const latin = await newPostgres('LATIN1');
    await expect(openPostgres(latin)).rejects.toThrow(/encoding LATIN1; create it again/);
  });
});

test('its backup is a SQLite file with the same rows', async () => {
  const services = await makeServices();
  const buyer = await signUp(services);
  await addCoupon(services, {});
  const productId = await addProduct(services);
  await addOrder(services, { accountId: buyer.id, productIds: [productId] });
  const folder = await emptyFolder();

  await services.database.copyTo(join(folder, 'pinwheel.sqlite'));

  const copy = await openSqlite(folder);
  const [rows, copied] = await Promise.all([
    wholeDatabase(services),
    wholeDatabase({ database: copy }),
  ]);
  await copy.close();
  for (const table of copiedTables) expect(copied[table], table).toEqual(rows[table]);
  // Their numbers differ: those of writes that ran again are not used twice.
  // Only PostgreSQL stores them in the form that is searched, too.
  const texts = ({ orderTexts = [] }: typeof rows) =>
    orderTexts.map((row) => ({ ...row, id: null, form: null }));
  expect(texts(copied)).toEqual(texts(rows));
});

test('its backup is written by another thread, and says what went wrong there', async () => {
  const { copyTo } = await open();
  const folder = await emptyFolder();
  const [exec, prepare] = [
    vi.spyOn(DatabaseSync.prototype, 'exec'),
    vi.spyOn(DatabaseSync.prototype, 'prepare'),
  ];
  onTestFinished(() => {
    vi.restoreAllMocks();
  });

  await copyTo(join(folder, 'pinwheel.sqlite'));

  expect(await readdir(folder)).toEqual(['pinwheel.sqlite']);
  expect([...exec.mock.calls, ...prepare.mock.calls]).toEqual([]);
  const failure = await copyTo(join(folder, 'none', 'pinwheel.sqlite')).catch((error) => error);
  expect(failure).toMatchObject({ message: 'unable to open database file', errcode: 14 });
});

test('a backup restores into an empty database, and into no other', async () => {
  const services = await makeServices();
  const buyer = await signUp(services);
  await addOrder(services, { accountId: buyer.id, productIds: [await addProduct(services)] });
  const made = await makeBackupNow(services);
  const backup = join(backupsFolder(services.env.dataDir), made?.name ?? '');
  const target = join(await emptyFolder(), 'shop');

  await restoreBackup(backup, target, url);

  const [rows, restored] = await Promise.all([
    wholeDatabase(services),
    wholeDatabase({ database: await open() }),
  ]);
  for (const table of ['accounts', 'sessions', 'products', 'orders', 'orderItems']) {
    expect(restored[table], table).toEqual(rows[table]);
  }
  expect(await readdir(target)).not.toContain('pinwheel.sqlite');
  const again = restoreBackup(backup, join(await emptyFolder(), 'shop'), url);
  await expect(again).rejects.toThrow(/DATABASE_URL is not empty/);
});

test('every table is copied, but for what the database derives', async () => {
  const { read } = await open();
  const tables = await read.introspection.getTables();
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name);
  const derived = names.filter((name) => !(copiedTables as readonly string[]).includes(name));
  expect(derived.toSorted()).toEqual([
    'buyerCounts',
    'buyerTexts',
    'commits',
    'orderTexts',
    'unfinishedMoves',
  ]);
});

test('every table is copied by columns that identify a row', async () => {
  const { read } = await open();
  const { rows } = await sql<{ table: CopiedTable; key: string[] }>`
    SELECT t.relname AS table, array_agg(a.attname::text) AS key
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (i.indkey)
    WHERE i.indisprimary AND t.relname IN (${sql.join(copiedTables)}) GROUP BY t.relname
  `.execute(read);
  expect(rows).toHaveLength(copiedTables.length);
  for (const { table, key } of rows)
    expect(keysOf(table), table).toEqual(expect.arrayContaining(key));
});

test('texts sort by their characters, and a list of none matches nothing', async () => {
  const { read, write } = await open();
  await write((tx) =>
    tx
      .insertInto('settings')
      .values(['a', 'B', 'é', 'z'].map((key) => ({ key, value: '', updatedAt: '' })))
      .execute(),
  );
  const keys = await read.selectFrom('settings').select('key').orderBy('key').execute();
  expect(keys.map(({ key }) => key)).toEqual(['B', 'a', 'z', 'é']);
  const none = await read.selectFrom('settings').selectAll().where('key', 'in', []).execute();
  expect(none).toEqual([]);
});

test('a number that is not exact is refused instead of rounded', async () => {
  const { read } = await open();
  const { rows } = await sql`SELECT 9007199254740991 AS number`.execute(read);
  expect(rows).toEqual([{ number: Number.MAX_SAFE_INTEGER }]);
  await expect(sql`SELECT 9007199254740993`.execute(read)).rejects.toThrow('exact');
});
