import { beforeEach, expect, test } from 'vitest';
import { session } from '#api/session.ts';
import { removeView } from '#app/remove-view.ts';
import type { User } from '#contract/shop/account.ts';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { openDevice } from '#offline/open-device.ts';
import { createModelServer, productId, productOf } from '#tests/offline/model-server.ts';
import { createTestBrowser, wishlistOnce } from '#tests/offline/test-device.ts';
import { toastQueue } from '#ui/toast.ts';

const fox = productOf(productId(1));
const moon = productOf(productId(2));
const view: ClothView = {
  layout: 'half-drop',
  percent: 75,
  thing: null,
  picture: 0,
  beside: [],
};

const shown = () => toastQueue.get().filter(({ isLeaving }) => !isLeaving);

beforeEach(() => {
  session.clear();
  for (const { id } of toastQueue.get()) toastQueue.dismiss(id);
});

/** A visitor who kept a view with a wish and has just removed it. */
async function setUp() {
  const browser = createTestBrowser(createModelServer());
  const device = openDevice(browser.parts);
  await device.wish(fox, view);
  await wishlistOnce(device, (now) => now.wishlist().lines[0]?.view !== undefined);
  for (const line of device.wishlist().lines) removeView('wishlist', line);
  await expect.poll(() => shown().length).toBe(1);
  await wishlistOnce(device, (now) => now.wishlist().lines[0]?.view === undefined);
  const [toast] = shown();
  return {
    device,
    undo: () => toast?.action?.onPress(),
    /** The views of the stored wishes, by design, once all changes so far are stored. */
    async stored() {
      await device.addToCart(moon);
      const rows = await browser.rows(null, (store) => store.read());
      return rows.wishlistMarks.map((line) => [line.productId, line.view]);
    },
  };
}

test('Undo puts the view back', async () => {
  const { undo, stored } = await setUp();
  undo();

  expect(await stored()).toEqual([[fox._id, view]]);
});

test('Undo does not put back a line that was removed meanwhile', async () => {
  const { device, undo, stored } = await setUp();
  await device.unwish(fox._id);
  await wishlistOnce(device, (now) => now.wishlist().lines.length === 0);
  undo();

  expect(await stored()).toEqual([]);
});

test('Undo does not replace a view that was kept meanwhile', async () => {
  const { device, undo, stored } = await setUp();
  const newer: ClothView = { ...view, percent: 120 };
  await device.wish(fox, newer);
  await wishlistOnce(device, (now) => now.wishlist().lines[0]?.view !== undefined);
  undo();

  expect(await stored()).toEqual([[fox._id, newer]]);
});

test('Undo is gone when somebody else signs in, and writes nothing then', async () => {
  const { undo, stored } = await setUp();
  session.setUser({ _id: 'bob', status: 'approved' } as User, 'token');
  expect(shown()).toEqual([]);
  undo();

  expect(await stored()).toEqual([[fox._id, undefined]]);
});
