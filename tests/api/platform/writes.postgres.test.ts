import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { Transaction } from '#server/platform/database/open.ts';
import { endsIfIdle, setUpSession } from '#server/platform/database/session.ts';
import { statement } from '#server/platform/database/statement.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { countUp, freshPostgres } from '#tests/support/fresh-postgres.ts';

const { open, url } = freshPostgres();

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

test('a write waits for a lock for longer than the server’s own limit', async () => {
  const admin = new pg.Client(url());
  await admin.connect();
  onTestFinished(() => admin.end());
  const name = new URL(url()).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} SET lock_timeout = '1ms'`);
  const [here, there] = [await open(), await open()];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = here.write(async () => {
    begun.resolve();
    await isOver;
  }, 'somebody');
  await begun.promise;
  const second = there.write((tx) => countUp(tx), 'somebody').catch((error: Error) => error);
  const waited = vi.waitFor(async () => {
    const { rows } = await admin.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
        AND clock_timestamp() - query_start > interval '50 ms'`,
    );
    expect(rows).toHaveLength(1);
  }, 5_000);
  await Promise.race([second, waited]);
  end();
  expect(await second).toBe(1);
  await first;
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
  const proxy = await cuttingProxy(url());
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

test('a write waits for its turn for as long as another shop’s writes need it', async () => {
  const { write } = await open();
  const other = new pg.Client(url());
  await other.connect();
  await other.query('SELECT pg_advisory_lock(72651)');
  // As the limit of a statement's time does.
  const cancelled = async () => {
    const { rowCount } = await other.query(`SELECT pg_cancel_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND objid = 72651 AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    return rowCount;
  };
  let runs = 0;
  const written = write(async (tx) => {
    runs += 1;
    if (runs === 1) throw Object.assign(new Error('in the way'), { code: '40001' });
    return countUp(tx);
  }).catch((error: Error) => error);
  await expect.poll(cancelled).toBe(1);
  await other.end();

  expect([await written, runs]).toEqual([1, 2]);
});

test('a shop that stops while its writes have their turn keeps no other shop from writing', async () => {
  const { read, write } = await open();
  const limit = sql`SHOW idle_session_timeout`;
  const limits = [await limit.execute(read), await write((tx) => limit.execute(tx))];
  expect(limits.map(({ rows }) => rows)).toEqual([
    // A read holds no lock.
    [{ idle_session_timeout: '30min' }],
    [{ idle_session_timeout: '30s' }],
  ]);
  const stopped = new pg.Client(url());
  stopped.on('error', () => {});
  await stopped.connect();
  await setUpSession(stopped, endsIfIdle(500));
  await stopped.query('SELECT pg_advisory_lock(72651)');
  let runs = 0;

  const written = write(async (tx) => {
    runs += 1;
    if (runs === 1) throw Object.assign(new Error('in the way'), { code: '40001' });
    return countUp(tx);
  });

  expect(await written).toBe(1);
});

test('a connection is kept for reads while nobody reads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { read, write } = await open();
  const process = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
  const processes = async () => [
    (await process.execute(read)).rows[0]?.pid,
    (await write((tx) => process.execute(tx))).rows[0]?.pid,
  ];
  const [reading, writing] = await processes();

  await vi.advanceTimersByTimeAsync(60_000);

  const [readingThen, writingThen] = await processes();
  expect(readingThen).toBe(reading);
  expect(writingThen).not.toBe(writing);
});

test('a write that changes nothing leaves no trace', async () => {
  const { read, write } = await open();
  await write((tx) => tx.selectFrom('settings').selectAll().forUpdate().skipLocked().execute());
  expect(await read.selectFrom('commits').selectAll().execute()).toEqual([]);
});
