import { join } from 'node:path';
import type { StudioCallName } from '#contract/studio/calls.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { sendStudio } from '#tests/support/studio-call.ts';
import { addBusiness } from './busy-shop.ts';
import { quantile } from './median.ts';

export type Report = (
  what: string,
  figure: number,
  limit: string,
  holds: boolean,
  detail: string,
) => void;
type Query = Readonly<Record<string, string>>;

const orders = 100_000;
const accounts = 50_000;
const designs = 5000;
/** When the orders end. */
export const now = new Date('2026-12-20T15:00:00.000Z');
const rounds = 20;
/** Before them, for the compiler and for PostgreSQL's connections, each of which is slower at first. */
const warmUps = 5;
/** The most that 95 of 100 requests may use by default, in ms of CPU. */
const most = 50;

/** Parts of names, numbers, addresses and titles, rare ones and ones that a tenth of all rows have. */
const searches = [
  ...['ada', 'we', 'fox', 'PW-0001', 'buyer-77@', 'björn weber', 'shop-42.example', 'xyzzy'],
];
const pages = ['1', '3', '200'];
const march = { from: '2026-03-01T00:00:00.000Z', until: '2026-04-01T00:00:00.000Z' };

/** Each screen of the studio with its filters, sorts, searches and pages. */
export const screens: readonly (readonly [string, StudioCallName, readonly Query[]])[] = [
  ['orders', 'orders', pages.map((page) => ({ page }))],
  [
    'orders by state',
    'orders',
    ['paid', 'review', 'open', 'refunded', 'disputed', 'void'].map((state) => ({ state })),
  ],
  ['orders by day', 'orders', [march]],
  ['orders searched', 'orders', searches.map((search) => ({ search }))],
  ['paid orders searched', 'orders', searches.map((search) => ({ search, state: 'paid' }))],
  ['orders of a month searched', 'orders', searches.map((search) => ({ search, ...march }))],
  ['buyers', 'buyers', pages.map((page) => ({ page }))],
  ['buyers by status', 'buyers', ['pending', 'approved', 'rejected'].map((status) => ({ status }))],
  ['buyers searched', 'buyers', searches.map((search) => ({ search }))],
  ['designs', 'designs', ['1', '50'].map((page) => ({ page }))],
  [
    'designs sorted',
    'designs',
    ['title', 'price-low-high', 'price-high-low', 'most-sold'].map((sort) => ({ sort })),
  ],
  ['designs searched', 'designs', ['fox', 'sl', 'B-77', 'xyzzy'].map((search) => ({ search }))],
  [
    'designs by what is missing',
    'designs',
    ['price', 'categoryIds', 'designers', 'images', 'files', 'nothing'].map((missing) => ({
      missing,
    })),
  ],
  ['activity log', 'auditLines', [...pages.map((page) => ({ page })), { kind: 'orders' }]],
  ['activity log searched', 'auditLines', searches.map((search) => ({ search }))],
  ['coupons', 'coupons', [{}, { search: 'spr' }]],
  ['today', 'today', [{}]],
  ['report, 7 days', 'report', [{ range: '7' }]],
  ['report, 30 days', 'report', [{ range: '30' }]],
  ['report, 90 days', 'report', [{ range: '90' }]],
  ['report, this year', 'report', [{ range: 'year' }]],
];

/** Measures every list of the studio over a busy shop on SQLite. */
export async function benchLists(
  report: Report,
  filledFolder: (designs: number) => Promise<string>,
): Promise<void> {
  const directory = await filledFolder(designs);
  addBusiness(join(directory, 'pinwheel.sqlite'), { accounts, orders, designs, until: now });
  const database = await openSqlite(directory);
  const { app, cookie } = await shopWithOwner({
    database,
    clock: () => now,
    limitFactor: 1000,
  });
  process.stdout.write(`${orders} orders, ${accounts} buyers, ${designs} designs\n`);
  for (const [what, name, queries] of screens) {
    const requests = queries.map((query) => () => sendStudio(app, name, { cookie, query }));
    await measure(report, what, requests);
  }
  await database.close();
}

/** The CPU this process has used, in ms. */
function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Repeats requests and reports the CPU that they used, because a machine is rarely quiet, and the time. `others`: the CPU
 * that other processes have used for them, in ms. `atMost`: what 95 of 100 requests may use.
 */
export async function measure(
  report: Report,
  what: string,
  requests: readonly (() => Promise<Response>)[],
  others: () => Promise<number> = async () => 0,
  atMost = most,
): Promise<void> {
  const spent: number[] = [];
  const passed: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    for (const request of requests) {
      const othersBefore = await others();
      const ownBefore = ownCpu();
      const startedAt = performance.now();
      const answer = await request();
      if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      const ms = performance.now() - startedAt;
      const own = ownCpu() - ownBefore;
      if (round < 0) continue;
      spent.push(own + (await others()) - othersBefore);
      passed.push(ms);
    }
  }
  const p95 = quantile(spent, 0.95);
  const detail = `time p95 ${quantile(passed, 0.95).toFixed(0)} ms, median CPU ${quantile(spent, 0.5).toFixed(1)} ms`;
  report(`${what}, ms of CPU, p95`, p95, `≤ ${atMost}`, p95 <= atMost, detail);
}
