import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { download, logOut, signIn } from '#tests/support/buying-test.ts';
import { everythingKept } from '#tests/support/device-journeys.ts';
import {
  buyLongFile,
  openOrder,
  reach,
  stopAfter,
  test,
  watchAnswers,
  wholeFile,
} from '#tests/support/long-file-test.ts';
import { expect } from '#tests/support/shop-test.ts';

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
    await expect(page.getByRole('dialog').getByText('Waiting for a connection…')).toBeVisible();
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
    const button = page.getByRole('dialog').getByRole('button', { name: /^Continue \(\d\d%\): / });
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
    // Only whether the shop has another by now.
    expect(answers.slice(2)).toEqual(['304']);
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
    await other
      .getByRole('dialog')
      .getByRole('button', { name: /^Continue \(\d\d%\): / })
      .click();
    await expect(other.getByRole('dialog').getByText('Downloading in another tab…')).toBeVisible();
    await stopped.pass();

    for (const saved of [await saving, await savingThere]) {
      expect(readFileSync(await saved.path()).equals(bytes)).toBe(true);
    }
    // Only whether the shop has another by now.
    expect(answers).toEqual(['304']);
  });

  test('is deleted when cancelled', async ({ page, ownShop, ownApi, network, url }) => {
    const { buyer, order, title } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await openOrder(page, url, order._id);
    stopAfter(network, 3);
    await page.getByRole('button', { name: `Download Now: ${title}` }).click();
    await reach(page, 2);
    expect((await privateFiles(page)).length).toBeGreaterThan(3);

    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel: / })
      .click();

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

  const problem = page.getByRole('dialog').getByRole('status').filter({ hasText: 'was damaged' });
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
