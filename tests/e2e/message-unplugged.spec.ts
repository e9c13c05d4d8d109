import type { Page } from '@playwright/test';
import { productPath } from '#contract/shop/paths.ts';
import { expect, test } from '../support/offline-test.ts';
import { pixel } from '../support/waiting-changes.ts';

/** How many pictures the device has saved of what an account writes. */
function savedPictures(page: Page, accountId: string): Promise<number> {
  return page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const pictures = database.transaction('pictures').objectStore('pictures');
    const count = await done(pictures.count());
    database.close();
    return count;
  }, `pinwheel-account-${accountId}`);
}

/** Keeps the device from saving what an account writes, until the page is left: another write doesn't end. */
function holdUpSaving(page: Page, accountId: string): Promise<void> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const { result: database } = opening;
    const store = database
      .transaction([...database.objectStoreNames], 'readwrite')
      .objectStore('requests');
    const goOn = () => store.count().addEventListener('success', goOn);
    goOn();
  }, `pinwheel-account-${accountId}`);
}

test.use({ isReturning: true });

test('a message with a picture that was being written when the shop went away is still there after a reload, and sent once', async ({
  phone,
}) => {
  const [design] = await phone.api.products();
  const path = productPath(design?._id ?? '');
  const buyer = await phone.api.newBuyer();
  const page = await phone.visit(path, buyer);
  const part = page.getByRole('region', { name: 'Your question' });
  const field = part.getByLabel('Your message');
  const chosen = part.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Ask about this design' }).click();
  await field.fill('Like');
  await phone.lose('killed');
  await part
    .getByLabel('Pictures')
    .setInputFiles([{ name: 'fox.png', mimeType: 'image/png', buffer: pixel }]);
  await expect(chosen).toHaveCount(1);
  await expect.poll(() => savedPictures(page, buyer.user._id)).toBe(1);

  // The last letters, right before the page is left.
  await holdUpSaving(page, buyer.user._id);
  await field.fill('Like this?');
  await page.reload();
  await expect(field).toHaveValue('Like this?');
  await expect(chosen).toHaveCount(1);
  await part.getByRole('button', { name: 'Send' }).click();
  const unsent = part.getByRole('list', { name: 'Not sent yet' });
  await expect(unsent).toContainText('Waiting to be sent.');

  await phone.regain();
  await page.reload();
  await expect(part.getByRole('list', { name: 'Messages' })).toContainText('Like this?');
  await expect(unsent).toHaveCount(0);
  const received = phone.api.sql(
    `SELECT text, count(picture.id) AS pictures FROM threadMessages AS message
     LEFT JOIN messagePictures AS picture ON picture.messageId = message.id GROUP BY message.id`,
  );
  expect(received).toEqual([{ text: 'Like this?', pictures: 1 }]);
});
