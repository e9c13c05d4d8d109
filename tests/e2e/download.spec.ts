import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { buy, download, logOut, signIn } from '#tests/support/buying-test.ts';
import {
  type CatchingNetwork,
  type CaughtCall,
  openCatchingNetwork,
} from '#tests/support/catching-network.ts';
import { everythingKept } from '#tests/support/device-journeys.ts';
import { type RunningShop, runShop } from '#tests/support/run-shop.ts';
import { makeApi, type ShopApi } from '#tests/support/shop-api.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';

interface Fixtures {
  readonly ownShop: RunningShop;
  readonly ownApi: ShopApi;
  /** The network in front of it. */
  readonly network: CatchingNetwork;
  readonly url: string;
}

/** Each journey has its own server, whose files may be changed and which may be killed. */
const test = base.extend<Fixtures>({
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

const bytesInFile = 12_000_000;

/** A buyer with a paid design whose only file is long. */
async function buyLongFile(shop: RunningShop, api: ShopApi) {
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
  const buyer = await api.newBuyer();
  const order = await buy(api, shop.url, buyer, design);
  return { buyer, order, title: design.title, bytes };
}

/** The answer for all of the file: it is asked for by its range, which no proxy compresses. */
const wholeFile = `206 bytes 0-${bytesInFile - 1}/${bytesInFile}`;

/** The byte range of each answer for the file. */
function watchAnswers(page: Page): string[] {
  const answers: string[] = [];
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/files/')) return;
    const range = response.headers()['content-range'] ?? '';
    answers.push(`${response.status()} ${range}`.trim());
  });
  return answers;
}

/** Makes the next answer for the file stop after this many megabytes. */
function stopAfter(network: CatchingNetwork, megabytes: number): CaughtCall {
  return network.catchNext('GET', /^\/files\//, { bytes: megabytes * 1_000_000 });
}

/** Waits until more than this many megabytes of the file have arrived. */
async function reach(page: Page, megabytes: number): Promise<void> {
  const come = async () =>
    Number(/· ([\d.]+)\sMB of/.exec(await page.getByRole('dialog').innerText())?.[1] ?? 0);
  await expect.poll(come).toBeGreaterThan(megabytes);
}

/** Names and bytes of everything in the page's private file system. */
function privateFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle, path: string) => {
      for await (const [name, handle] of folder.entries()) {
        found.push(`${path}/${name}`);
        if (handle.kind === 'directory')
          await walk(handle as FileSystemDirectoryHandle, `${path}/${name}`);
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return found;
  });
}

async function openOrder(page: Page, url: string, orderId: string): Promise<void> {
  await page.goto(`${url}${paths.myOrders.path}?order=${orderId}`);
}

test.describe('a download', () => {
  test('resumes automatically when the server dies midway and comes back', {
    tag: ['@core', '@S31'],
  }, async ({ page, ownShop, ownApi, network, url }) => {
    const { buyer, order, title, bytes } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await openOrder(page, url, order._id);
    const answers = watchAnswers(page);
    stopAfter(network, 4);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download Now: ${title}` }).click();
    await reach(page, 3);
    await ownShop.kill();
    // What the shop had already answered may still be in flight.
    network.set('cut');
    await expect(page.getByText('Waiting for a connection…')).toBeVisible();
    await ownShop.start();
    network.set('through');

    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(order.items[0]?.fileName);
    expect(readFileSync(await saved.path()).equals(bytes)).toBe(true);
    expect(answers).toEqual([
      wholeFile,
      expect.stringMatching(/^206 bytes \d{7}-11999999\/12000000$/),
    ]);
    await expect(page.getByRole('button', { name: `Download Now: ${title}` })).toBeEnabled();
  });

  test('resumes after a reload', async ({ page, ownShop, ownApi, network, url }) => {
    const { buyer, order, title, bytes } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await openOrder(page, url, order._id);
    const answers = watchAnswers(page);
    stopAfter(network, 5);
    await page.getByRole('button', { name: `Download Now: ${title}` }).click();
    await reach(page, 4);
    await page.reload();
    const button = page.getByRole('button', { name: /^Continue \(\d\d%\): / });
    await expect(button).toBeVisible();
    const saved = await download(page, button);
    expect(saved.bytes.equals(bytes)).toBe(true);
    expect(answers.at(-1)).toMatch(/^206 bytes \d{7}-11999999\/12000000$/);

    await page.reload();
    // A delivered file stays for a minute, so it is available again at once.
    const again = await download(
      page,
      page.getByRole('button', { name: `Download Now: ${title}` }),
    );
    expect(again.bytes.equals(bytes)).toBe(true);
    expect(answers).toHaveLength(2);
  });

  test('is downloaded once for two tabs', async ({
    page,
    context,
    ownShop,
    ownApi,
    network,
    url,
  }) => {
    const { buyer, order, title, bytes } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await openOrder(page, url, order._id);
    const stopped = stopAfter(network, 3);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download Now: ${title}` }).click();
    await reach(page, 2);
    const other = await context.newPage();
    const answers = watchAnswers(other);
    await openOrder(other, url, order._id);
    const savingThere = other.waitForEvent('download');
    await other.getByRole('button', { name: /^Continue \(\d\d%\): / }).click();
    await expect(other.getByText('Downloading in another tab…')).toBeVisible();
    await stopped.pass();

    for (const saved of [await saving, await savingThere]) {
      expect(readFileSync(await saved.path()).equals(bytes)).toBe(true);
    }
    expect(answers).toEqual([]);
  });

  test('is deleted when cancelled', async ({ page, ownShop, ownApi, network, url }) => {
    const { buyer, order, title } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await openOrder(page, url, order._id);
    stopAfter(network, 3);
    await page.getByRole('button', { name: `Download Now: ${title}` }).click();
    await reach(page, 2);
    expect((await privateFiles(page)).length).toBeGreaterThan(3);

    await page.getByRole('button', { name: /^Cancel: / }).click();

    await expect(page.getByRole('button', { name: `Download Now: ${title}` })).toBeEnabled();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect((await privateFiles(page)).filter((path) => path.includes('download'))).toEqual([]);
  });
});

test('reports a file that arrives damaged, what helps, and how to reach the studio', async ({
  page,
  ownShop,
  ownApi,
}) => {
  const { buyer, order, title, bytes } = await buyLongFile(ownShop, ownApi);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const original = join(ownShop.dataDir, 'originals', sha256.slice(0, 2), sha256);
  const damaged = Buffer.from(bytes);
  damaged.fill(0, 5_000_000, 5_000_100);
  writeFileSync(original, damaged);
  await signIn(page, buyer);
  await openOrder(page, ownShop.url, order._id);
  const button = page.getByRole('button', { name: `Download Now: ${title}` });
  const alerted = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  const answers = watchAnswers(page);
  await button.click();
  await alerted;

  const problem = page.getByRole('status').filter({ hasText: 'was damaged' });
  await expect(problem).toContainText(messages.downloads.damaged);
  const mail = problem.getByRole('link', {
    name: `Contact the studio about order ${order.orderNumber}`,
  });
  await expect(mail).toHaveAttribute(
    'href',
    new RegExp(
      `^mailto:[^?]+@[^?]+\\?subject=Download%20problem%3A%20order%20${order.orderNumber}`,
    ),
  );
  // The second attempt downloads the whole file too.
  expect(answers).toEqual([wholeFile, wholeFile]);
  await expect(button).toBeEnabled();

  writeFileSync(original, bytes);
  const saved = await download(page, button);
  expect(saved.bytes.equals(bytes)).toBe(true);
  await expect(problem).toHaveCount(0);
});

test.describe('with the worker', () => {
  test.use({ withWorker: true });

  test('a stored file is available with the server dead, is in no cache, and is deleted with the account', {
    tag: '@core',
  }, async ({ page, ownShop, ownApi }) => {
    const { buyer, order, title, bytes } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await page.goto(ownShop.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await openOrder(page, ownShop.url, order._id);
    const keep = page.getByRole('switch', { name: `Keep on this device: ${title}` });
    await keep.check();
    await expect(page.getByText('Keep on this device · 12 MB')).toBeVisible();
    await ownShop.kill();
    await openOrder(page, ownShop.url, order._id);

    await expect(keep).toBeChecked();
    const saved = await download(
      page,
      page.getByRole('button', { name: `Download Now: ${title}` }),
    );
    expect(saved.bytes.equals(bytes)).toBe(true);
    const cached = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys())
          urls.push(new URL(url).pathname);
      }
      return urls;
    });
    expect(cached.length).toBeGreaterThan(0);
    expect(cached.filter((path) => /^\/(files|api)\//.test(path))).toEqual([]);
    expect((await privateFiles(page)).join()).toContain(buyer.user._id);

    await page.keyboard.press('Escape');
    await logOut(page);
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    expect((await privateFiles(page)).join()).not.toContain(buyer.user._id);
    expect(await everythingKept(page)).not.toContain(order.orderNumber);
  });
});
