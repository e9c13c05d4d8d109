import dns from 'node:dns';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { checkWritable } from '#server/platform/database/check-writable.ts';
import { listen } from '#server/platform/database/listen.ts';
import { DatabaseUnavailable } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { type CuttingProxy, cuttingProxy } from '#tests/support/cutting-proxy.ts';
import { countUp, freshPostgres } from '#tests/support/fresh-postgres.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';

const { open, url } = freshPostgres();

describe('a connection that breaks', () => {
  let proxy: CuttingProxy;

  beforeEach(async () => {
    proxy = await cuttingProxy(url());
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
    await expect(written).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(runs).toBe(1);
  });
});

it.each(['ENOTFOUND', 'EAI_AGAIN'])(
  'a name that is not known for a moment (%s) delays a read',
  async (code) => {
    // Of the two, only the shop looks up a name.
    const proxy = await cuttingProxy(Object.assign(new URL(url()), { hostname: '127.0.0.1' }).href);
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
    // At least one for each try: a connection that breaks at its start is looked up once more.
    expect(lookup.mock.calls.length).toBeGreaterThan(1);
  },
);

it.each([1, 8])(
  '%s writes whose connections break at once before their commits take effect',
  async (count) => {
    const proxy = await cuttingProxy(url());
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

test('a transaction that the server ended because it was idle runs again', async () => {
  const database = await open();
  let runs = 0;
  const written = database.write(async (tx) => {
    const value = await countUp(tx);
    runs += 1;
    if (runs === 1) await sql`DO $$BEGIN RAISE SQLSTATE '25P03'; END$$`.execute(tx);
    return value;
  });
  expect([await written, runs]).toEqual([1, 2]);
});

describe('a server that only reads', () => {
  /** Changes what new connections may do, and ends the others, as a failover does, unless they are `kept`. */
  async function failOver(change: string, others: 'ended' | 'kept' = 'ended'): Promise<void> {
    const { pathname } = new URL(url());
    const client = new pg.Client(Object.assign(new URL(url()), { pathname: '/postgres' }).href);
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
    const database = await open();
    const { read } = database;
    expect(await read.selectFrom('products').select('id').execute()).toEqual([]);
    await expect(checkWritable(database)).rejects.toThrow('takes no writes');

    await failOver('RESET default_transaction_read_only', 'kept');
    await checkWritable(database);
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
    await expect(database.write((tx) => countUp(tx))).rejects.toBeInstanceOf(DatabaseUnavailable);
    const answer = await createApp(services).request('/api/ready');
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { message: 'The shop can’t reach its database right now. Please try again in a minute.' },
    ]);
  });
});

test('a connection that listens is replaced if its server vanishes', async () => {
  const proxy = await cuttingProxy(url());
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
  await expect.poll(() => wakes).toBe(2);
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
