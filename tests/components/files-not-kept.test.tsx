import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';
import { ordered } from '#tests/support/ordered.ts';

// The document's browser has no private file system, and its databases take no files, as in some private windows.
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, ...key) {
  const isFile = Object.values(Object(value)).some((part) => part instanceof Blob);
  if (isFile) throw new DOMException('Blobs are not supported', 'DataCloneError');
  return put.call(this, value, ...key);
};
Reflect.deleteProperty(StorageManager.prototype, 'getDirectory');

test('a browser that can store no files says so where they could be stored', async () => {
  const order = ordered(['Moon phases']);
  const shop = await openShop({
    path: `${paths.myOrders.path}?order=${order._id}`,
    user: newUser(),
    orders: [order],
  });
  const details = page.getByRole('dialog');
  await expect
    .element(details.getByText('This browser can’t keep files for use offline.'))
    .toBeVisible();
  await expect.element(details.getByRole('switch')).toHaveLength(0);
  await expect.element(details.getByRole('button', { name: /^Download Now/ })).toBeVisible();

  await shop.goto(paths.myAccount.path);
  const files = page.getByRole('region', { name: 'Bought files' });
  await expect.element(files).toMatchTextContent('This browser can’t store files for use offline.');
  await expect.element(files.getByRole('switch')).toHaveLength(0);
  await expect.element(files.getByRole('button')).toHaveLength(0);
});
