import type { Page } from '@playwright/test';
import { download, logOut, signIn } from '#tests/support/buying-test.ts';
import { everythingKept } from '#tests/support/device-journeys.ts';
import {
  buyLongFile,
  openOrder,
  reach,
  stopAfter,
  test,
  watchAnswers,
} from '#tests/support/long-file-test.ts';
import { expect } from '#tests/support/shop-test.ts';

/** What pages of some browsers lack. Workers keep it. */
const lacks: Readonly<Record<string, () => void>> = {
  'lets only workers write files': () => {
    Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable');
  },
  'has no private file system': () => {
    const { getDirectory } = StorageManager.prototype;
    Reflect.deleteProperty(StorageManager.prototype, 'getDirectory');
    addEventListener('return-files', () => {
      StorageManager.prototype.getDirectory = getDirectory;
    });
  },
};

/** Everything that is stored, in the private file system too. */
async function kept(page: Page): Promise<string> {
  await page.evaluate(() => dispatchEvent(new Event('return-files')));
  return JSON.stringify(await everythingKept(page));
}

test.use({ withWorker: true });

for (const [browser, lack] of Object.entries(lacks)) {
  test(`a browser that ${browser} resumes after a reload, and stores a file until sign-out`, async ({
    page,
    ownShop,
    ownApi,
    network,
    url,
  }) => {
    await page.addInitScript(lack);
    const { buyer, order, title, bytes } = await buyLongFile(ownShop, ownApi);
    await signIn(page, buyer);
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await openOrder(page, url, order._id);
    const answers = watchAnswers(page);
    const keep = page.getByRole('switch', { name: `Keep on this device: ${title}` });
    stopAfter(network, 4);
    await keep.check();
    await reach(page, 3);
    network.set('cut');
    await expect(page.getByRole('dialog').getByText('Waiting for a connection…')).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: `Continue (` }),
    ).toBeVisible();

    network.set('through');
    await keep.check();
    await expect(page.getByText('Keep on this device · 12 MB')).toBeVisible();
    expect(answers.at(-1)).toMatch(/^206 bytes \d{7}-11999999\/12000000$/);

    await ownShop.kill();
    await openOrder(page, url, order._id);
    await expect(keep).toBeChecked();
    const button = page.getByRole('button', { name: `Download Now: ${title}` });
    expect((await download(page, button)).bytes.equals(bytes)).toBe(true);
    expect(await kept(page)).toContain(buyer.user._id);

    await page.keyboard.press('Escape');
    await logOut(page);
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    expect(await kept(page)).not.toContain(buyer.user._id);
  });
}
