import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { hashToken } from '#server/platform/sign-in/signed-in.ts';
import { send } from '#tests/support/call.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { runPostgres } from '#tests/support/start-postgres.ts';
import { sendStudio } from '#tests/support/studio-call.ts';
import { fillLargeShop, type LargeShop, regularEmail } from './large-shop.ts';
import { measure, now, type Report, screens } from './lists.ts';

/** The rows of `npm run bench -- --large`; with `--large 10`, a tenth of them. */
const whole = { designs: 100_000, accounts: 1_000_000, orders: 5_000_000 };

/** The most that a search of the studio may use in it, in ms of CPU. */
const mostOfSearch = 300;

/** Its data can be made again, so it needn't survive a loss of power; one process answers one request. */
const settings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=16GB', 'shared_buffers=2GB'],
  ...['effective_cache_size=8GB', 'max_parallel_workers_per_gather=0'],
];

/** Measures the shop's page 1, a buyer's orders and every list of the studio over a large shop on PostgreSQL. */
export async function benchLarge(report: Report, part: number): Promise<void> {
  const count = (rows: number) => Math.ceil(rows / part);
  const shop: LargeShop = {
    designs: count(whole.designs),
    accounts: count(whole.accounts),
    orders: count(whole.orders),
    until: now,
  };
  const server = await runPostgres(settings);
  try {
    const admin = new pg.Client(`${server.url}postgres`);
    await admin.connect();
    await admin.query('CREATE DATABASE large');
    const startedAt = performance.now();
    const url = `${server.url}large`;
    await fillLargeShop(url, shop);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    process.stdout.write(
      `${shop.orders} orders, ${shop.accounts} buyers, ${shop.designs} designs on PostgreSQL, made in ${seconds} s\n`,
    );
    await measureShop(report, url, () => backendsCpu(admin));
    await admin.end();
  } finally {
    await server.end();
  }
}

async function measureShop(report: Report, url: string, cpu: () => Promise<number>): Promise<void> {
  const database = await openPostgres(url);
  const token = 'token-of-the-regular-buyer';
  const at = now.toISOString();
  await database.write(async (tx) => {
    const regular = tx.selectFrom('accounts').select('id').where('emailKey', '=', regularEmail);
    const { id: accountId } = await regular.executeTakeFirstOrThrow();
    const session = { tokenHash: hashToken(token), accountId, createdAt: at, lastSeenAt: at };
    await tx.insertInto('sessions').values(session).execute();
  });
  const { app, cookie } = await shopWithOwner({
    database,
    clock: () => now,
    limitFactor: 1000,
  });
  const get = (question: string) => async () => app.request(`/api/products/${question}`);
  // The first search waits until all designs are indexed, so nothing else is done meanwhile.
  const searched = ['fox moon', 'slepy owl', 'lucky 4711', 'xyzzy'];
  const searches = searched.map((words) => get(`search?query=${encodeURIComponent(words)}`));
  await measure(report, 'searches in the shop', searches, cpu);
  await measure(report, 'page 1 of the shop', [get('filter?page=1')], cpu);
  const theirs = () => send(app, 'orders', { token, query: { page: '1', limit: '10' } });
  await measure(report, 'orders of a regular buyer', [theirs], cpu);
  // A report adds up orders instead of listing some.
  for (const [what, name, queries] of screens.filter(([, name]) => name !== 'report')) {
    const requests = queries.map((query) => () => sendStudio(app, name, { cookie, query }));
    const atMost = what.endsWith('searched') ? mostOfSearch : undefined;
    await measure(report, what, requests, cpu, atMost);
  }
  await database.close();
}

/** The CPU that the shop's connections have used in the server, in ms. */
async function backendsCpu(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = 'large'",
  );
  const spent = await Promise.all(
    rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')),
  );
  return spent.reduce((sum, line) => sum + Number(line.split(' ')[0]) / 1e6, 0);
}
