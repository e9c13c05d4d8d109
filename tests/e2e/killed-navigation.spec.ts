import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';

/** The number of navigations with the shop, and of those without; `npm run trials -- --navigations` sets more. */
const { NAVIGATIONS } = process.env;
const navigations = Number(NAVIGATIONS ?? 6);

/** When the worker is stopped, in ms after the navigation began. */
const moments = NAVIGATIONS ? [0, 5, 10, 20, 30, 40, 57] : [0, 5, 10];

/**
 * Of those stopped later, a few lose the page's own requests with the worker, and stay empty (decision 027):
 * one in fifty.
 */
const maxLate = Math.floor(navigations / 50);

/** The longest a navigation may take, in ms; beside other journeys it only has to end, since what is lost hangs for ever. */
const longestMs = NAVIGATIONS ? 3_000 : 20_000;

const own = [paths.home, paths.shop, paths.terms, paths.cart, paths.storage];

/** Where the worker waits for the shop itself, which answers instead. */
const withShop = [...own, paths.checkout];

test('a screen opens although its worker is stopped meanwhile, with and without the shop', async ({
  phone,
}) => {
  test.setTimeout(60_000 + navigations * 4 * longestMs);
  const page = await phone.visit(paths.shop.path);
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  for (const isOnline of [true, false]) {
    const screens = isOnline ? withShop : own;
    if (!isOnline) await phone.lose('killed');
    const late: string[] = [];
    for (let round = 0; round < navigations; round++) {
      const { path } = screens[round % screens.length] ?? paths.home;
      const moment = moments[round % moments.length] ?? 0;
      // Every other time the worker has to start first.
      const isStarting = round % 2 === 0;
      if (isStarting) await session.send('ServiceWorker.stopAllWorkers');
      else await page.evaluate(() => fetch('/api/products/filter-options'));
      const ms = await navigate(phone, page, session, path, moment);
      if (ms === null) late.push(`${path}, ${isStarting ? 'starting' : 'running'}, ${moment} ms`);
    }
    const where = `not there in time ${isOnline ? 'with' : 'without'} the shop: ${late.join('; ')}`;
    expect(late.slice(maxLate), where).toEqual([]);
  }
});

/** Opens a screen in a new tab; returns the milliseconds until it is there, null if it takes too long. */
async function navigate(
  { url }: Phone,
  page: Page,
  session: CDPSession,
  path: string,
  moment: number,
): Promise<number | null> {
  const tab = await page.context().newPage();
  const startedAt = performance.now();
  // If it hangs, it is closed with its tab.
  void tab.goto(url + path, { waitUntil: 'commit' }).catch(() => {});
  await setTimeout(moment);
  await session.send('ServiceWorker.stopAllWorkers');
  const isThere = await tab
    .getByRole('heading', { level: 1 })
    .waitFor({ timeout: longestMs - (performance.now() - startedAt) })
    .then(
      () => true,
      () => false,
    );
  const ms = performance.now() - startedAt;
  await tab.close();
  return isThere ? ms : null;
}
