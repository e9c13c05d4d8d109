import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { buy } from './buying-test.ts';
import { type CatchingNetwork, type CaughtCall, openCatchingNetwork } from './catching-network.ts';
import { type RunningShop, runShop } from './run-shop.ts';
import { makeApi, type ShopApi } from './shop-api.ts';
import { test as base, expect } from './shop-test.ts';

interface Fixtures {
  readonly ownShop: RunningShop;
  readonly ownApi: ShopApi;
  /** The network in front of it. */
  readonly network: CatchingNetwork;
  readonly url: string;
}

/** Each journey has its own server, whose files may be changed and which may be killed. */
export const test = base.extend<Fixtures>({
  // A request to a killed server fails in different ways depending on the moment.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([/net::ERR_/]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  ownShop: async ({}, use) => {
    const shop = await runShop();
    await use(shop);
    await shop.end();
  },
  ownApi: async ({ ownShop }, use) => use(makeApi(ownShop)),
  network: async ({ ownShop }, use) => {
    const network = await openCatchingNetwork(() => Number(new URL(ownShop.url).port));
    await use(network);
    await network.end();
  },
  url: async ({ network }, use) => use(`http://localhost:${network.port}`),
});

export const bytesInFile = 12_000_000;

/** Gives a design of the shop a single long file. */
export async function plantLongFile(shop: RunningShop, api: ShopApi) {
  const design = (await api.products()).find(
    ({ files, isBuyable, price }) => isBuyable && files.length === 1 && price > 0,
  );
  if (!design) throw new Error('The studio has no pattern');
  const bytes = randomBytes(bytesInFile);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const folder = join(shop.dataDir, 'originals', sha256.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, sha256), bytes);
  api.sql(
    'UPDATE productFiles SET sha256 = ?, bytes = ? WHERE productId = ?',
    sha256,
    bytesInFile,
    design._id,
  );
  return { design, bytes };
}

/** A buyer with a paid design whose only file is long. */
export async function buyLongFile(shop: RunningShop, api: ShopApi) {
  const { design, bytes } = await plantLongFile(shop, api);
  const buyer = await api.newBuyer();
  const order = await buy(api, shop.url, buyer, design);
  return { buyer, order, title: design.title, bytes };
}

/** The answer for all of the file: it is asked for by its range, which no proxy compresses. */
export const wholeFile = `206 bytes 0-${bytesInFile - 1}/${bytesInFile}`;

/** The byte range of each answer for the file. */
export function watchAnswers(page: Page): string[] {
  const answers: string[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/files/')) return;
    const range = response.headers()['content-range'] ?? '';
    answers.push(`${response.status()} ${range}`.trim());
  });
  return answers;
}

/** Makes the next answer for the file stop after this many megabytes. */
export function stopAfter(network: CatchingNetwork, megabytes: number): CaughtCall {
  return network.catchNext('GET', /^\/files\//, { bytes: megabytes * 1_000_000 });
}

/** Waits until more than this many megabytes of the file have arrived. */
export async function reach(page: Page, megabytes: number): Promise<void> {
  const come = async () =>
    Number(/· ([\d.]+)\sMB of/.exec(await page.getByRole('dialog').innerText())?.[1] ?? 0);
  await expect.poll(come).toBeGreaterThan(megabytes);
}

export async function openOrder(page: Page, url: string, orderId: string): Promise<void> {
  await page.goto(`${url}${paths.myOrders.path}?order=${orderId}`);
}
