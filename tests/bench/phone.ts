import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import { sorts } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { openPhone, type Phone } from '#tests/support/phone.ts';
import type { Buyer } from '#tests/support/shop-api.ts';
import { copyStudio, drawnStudio, testDesigns } from '#tests/support/test-studio.ts';
import { coldStart, cpuSlowdown, startScreens } from './cold-start.ts';
import { emptyOutbox } from './empty-outbox.ts';
import { benchCategoryIds, benchProductId, fillDatabase } from './filled-database.ts';
import { median, quantile } from './median.ts';

/** As many designs as the demo has, as many as a snapshot, and as many as a device stores. */
const sizes: readonly { readonly designs: number; readonly startMs: number }[] = [
  { designs: 112, startMs: 800 },
  { designs: limits.snapshotSize, startMs: 1000 },
  { designs: limits.deviceSize, startMs: 1000 },
];
const searchMs = 1200;
const starts = 5;
const visitedListings = 40;
/** How long a device may take to store all designs. */
const mostFillingMs = 600_000;
/** In bytes. */
const mostStored = 60_000_000;
const queries = 300;
const warmUps = 24;
const ops = 100;

/** Reports how a figure compares with its limit. */
export type Report = (
  what: string,
  figure: number,
  limit: string,
  holds: boolean,
  detail: string,
) => void;

/** Measures an installed shop on a phone that lost its server, and sending pending changes when it is back. */
export async function benchPhone(report: Report): Promise<void> {
  for (const { designs, startMs } of sizes) await benchSize(report, designs, startMs);
}

async function benchSize(report: Report, designs: number, startMs: number): Promise<void> {
  const phone = await openPhone(async (dataDir) => {
    // The newest are the drawn ones, so that the first page has pictures.
    copyStudio(await drawnStudio(), dataDir);
    const database = await openSqlite(dataDir);
    await fillDatabase(database, designs - testDesigns);
    await database.close();
  });
  try {
    const buyer = await phone.api.newBuyer();
    const page = await phone.visit(paths.shop.path, buyer);
    await untilStored(page, designs);
    await printStored(page, `${designs} designs, after the first visit`);
    await visitListings(phone, page);
    const stored = await printStored(page, `${designs} designs, after ${visitedListings} listings`);
    const isWithin = stored <= mostStored;
    report(`bytes stored, ${designs} designs`, stored, `≤ ${mostStored}`, isWithin, load());
    await phone.close();
    await phone.lose('killed');

    for (const screen of startScreens) {
      const limit = screen.name === 'a search' ? searchMs : startMs;
      const times: number[] = [];
      for (let start = 0; start < starts; start++) {
        times.push(await coldStart(phone, screen, screen.path(start, benchDesigns(designs))));
      }
      const middle = median(times);
      report(
        `ms to ${screen.name} without a server, ${designs} designs, page slowed ${cpuSlowdown} times`,
        middle,
        `≤ ${limit}`,
        middle <= limit,
        spread(times),
      );
    }
    if (designs > testDesigns) await benchListings(report, phone, designs);
    if (designs === limits.snapshotSize) await benchOutbox(report, phone, buyer);
  } finally {
    await phone.end();
  }
}

/** Designs that no buyer has opened. */
function benchDesigns(designs: number): string[] {
  const kept = designs - testDesigns;
  return Array.from({ length: starts }, (_, start) =>
    benchProductId(Math.floor(((start + 0.5) / starts) * kept)),
  );
}

async function benchListings(report: Report, phone: Phone, designs: number): Promise<void> {
  const answers = await neverAsked(phone);
  const slow = quantile(answers, 0.95);
  report(
    `ms for a new listing of ${designs} saved designs, p95`,
    slow,
    '≤ 30',
    slow <= 30,
    spread(answers),
  );
}

async function benchOutbox(report: Report, phone: Phone, buyer: Buyer): Promise<void> {
  const sent = await emptyOutbox(phone, buyer, ops);
  report(`ms until ${ops} waiting changes are sent`, sent, '≤ 5000', sent <= 5000, load());
}

/** Resolves once the device has stored all designs. */
async function untilStored(page: Page, designs: number): Promise<void> {
  const endsAt = performance.now() + mostFillingMs;
  let stored = 0;
  while (stored < designs) {
    if (performance.now() > endsAt) throw new Error(`only ${stored} of ${designs} designs stored`);
    await pause(1000);
    stored = await page.evaluate(countStored);
  }
}

async function countStored(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('pinwheel-catalogue');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const counting = database.transaction('products').objectStore('products').count();
  const count = await new Promise<number>((resolve) => {
    counting.onsuccess = () => resolve(counting.result);
  });
  database.close();
  return count;
}

/** Bytes as the browser counts them, printed in total and by kind. */
async function printStored(page: Page, when: string): Promise<number> {
  const { usage = 0, usageDetails = {} } = await page.evaluate(
    async () => (await navigator.storage.estimate()) as StorageEstimate & { usageDetails?: object },
  );
  const details = Object.entries(usageDetails).map(([kind, bytes]) => `${kind} ${bytes}`);
  process.stdout.write(`     bytes stored, ${when}: ${usage} (${details.join(', ')})\n`);
  return usage;
}

/** Looks through the shop's pages in one order after another. */
async function visitListings(phone: Phone, page: Page): Promise<void> {
  for (let place = 0; place < visitedListings; place++) {
    const sort = sorts[place % sorts.length] ?? '';
    const query = new URLSearchParams({ sort, page: String(1 + (place % 4)) });
    await page.goto(`${phone.url}${paths.shop.path}?${query}`);
    await page.getByRole('article').first().waitFor();
  }
}

const load = () => `load ${loadavg()[0]?.toFixed(2)}`;

function spread(times: readonly number[]): string {
  const [least, middle, most] = [0, 0.5, 1].map((share) => quantile(times, share).toFixed(1));
  return `${times.length} from ${least} over ${middle} to ${most}, ${load()}`;
}

const words = [
  'fox',
  'slepy moon',
  'tiny whale',
  'gouache',
  'velv dai',
  'rocket 1',
  'seamless owl',
];

/** Filters, sorts, searches and pages, each a different request. */
function listings(count: number): string[] {
  return Array.from({ length: count }, (_, place) => {
    const sort = sorts[place % sorts.length] ?? '';
    const page = String(1 + (place % 5));
    if (place % 2 === 0) {
      const query = `${words[place % words.length]} ${place % 7 === 0 ? '' : place}`;
      return `${callPath('productsSearch')}?${new URLSearchParams({ query, page, sort, limit: '28' })}`;
    }
    const filter = {
      category: benchCategoryIds.slice(place % 6, (place % 6) + 3).join(','),
      designer: place % 3 === 0 ? 'Juniper Moon' : '',
      minPrice: String(place % 13),
      maxPrice: (20 + place / 10).toFixed(2),
    };
    return `${callPath('productsFilter')}?${new URLSearchParams({ ...filter, page, sort, limit: '28' })}`;
  });
}

/** Listings that were never requested, from request to parsed answer, once the worker is warm. */
async function neverAsked(phone: Phone): Promise<number[]> {
  const page = await phone.reopen(paths.shop.path);
  await page.getByRole('article').first().waitFor();
  const times = await page.evaluate(
    async (asked) => {
      const each: number[] = [];
      for (const path of asked) {
        const startedAt = performance.now();
        const response = await fetch(path);
        const { products } = await response.json();
        each.push(performance.now() - startedAt);
        if (!response.headers.has('X-Saved-At') || !Array.isArray(products)) {
          throw new Error(`${path} was not answered by the device`);
        }
      }
      return each;
    },
    listings(warmUps + queries),
  );
  await phone.close();
  return times.slice(warmUps);
}
