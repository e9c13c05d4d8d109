import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath, searchPath } from '#contract/shop/paths.ts';
import { priceToPay } from '#contract/wire/money.ts';
import {
  amount,
  buy,
  cartLines,
  cartLink,
  expect,
  fillCart,
  signIn,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { listenToToasts } from '#tests/support/listen-to-toasts.ts';
import { holdCall } from '#tests/support/page-calls.ts';

/** The shop's next answer to the page that has this many lines. */
const answeredCart = (page: Page, lines: number) =>
  page.waitForResponse(
    async (response) =>
      response.url().endsWith(callPath('cart')) &&
      response.ok() &&
      (await response.json()).items.length === lines,
  );

test('shows the contents of the cart and the totals', {
  tag: ['@B13', '@I01', '@I03', '@I04', '@I07', '@O07', '@P20', '@S09', '@U07', '@U08'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const plain = await studio.newDesign({ price: 8 });
  const reduced = await studio.newDesign({ price: 12.5, discountedPrice: 9.99 });
  await fillCart(api, buyer, plain, reduced);
  await signIn(page, buyer);
  await page.goto(paths.cart.path);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Cart');
  await expect(cartLines(page)).toHaveCount(2);
  const plainLine = cartLines(page).filter({ hasText: plain.title });
  await expect(plainLine).toContainText('$8.00');
  await expect(plainLine.getByText('% off')).toHaveCount(0);
  await expect(plainLine.locator('img')).toBeVisible();
  const reducedLine = cartLines(page).filter({ hasText: reduced.title });
  await expect(reducedLine).toContainText('$9.99');
  await expect(reducedLine.locator('s')).toContainText('$12.50');
  await expect(reducedLine).toContainText('20% off');

  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(amount(page, '2 designs')).toHaveText('$20.50');
  await expect(amount(page, 'Discount')).toHaveText('−$2.51');
  await expect(amount(page, 'Tax included')).toHaveText('$0');
  await expect(amount(page, 'Total')).toHaveText('$17.99');
  await expect(summary).toContainText('Secure Checkout');
  await summary.getByRole('link', { name: 'Proceed' }).click();
  await expect(page).toHaveURL(paths.checkout.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
});

test('has a link back to browsing', { tag: ['@I02'] }, async ({ page }) => {
  await page.goto(paths.cart.path);
  const back = page.getByRole('link', { name: 'Continue Browsing' });
  await expect(back).toHaveAttribute('href', '/');
  await back.click();
  await expect(page).toHaveURL('/');
});

test('a buyer removes designs from the cart', async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  await signIn(page, buyer);
  await test.step('removes a design for good (C08, I08, S11)', async () => {
    const [kept, unwanted] = [await studio.newDesign(), await studio.newDesign()];
    await fillCart(api, buyer, kept, unwanted);
    await page.goto(paths.cart.path);
    await expect(cartLink(page, 2)).toBeVisible();

    const sent = page.waitForRequest((request) => request.url().endsWith('/api/cart/remove'));
    const refreshed = answeredCart(page, 1);
    await page.getByRole('button', { name: `Remove ${unwanted.title}` }).click();
    await expect(toast(page, 'Item removed successfully')).toBeVisible();
    await expect(cartLines(page)).toHaveText([new RegExp(kept.title)]);
    await expect(cartLink(page, 1)).toBeVisible();
    expect((await sent).postDataJSON()).toEqual({ productId: unwanted._id });
    await refreshed;
    await expect
      .poll(async () => (await api.call('cart', { token: buyer.token })).items)
      .toMatchObject([{ productId: kept._id }]);

    await page.getByRole('button', { name: `Remove ${kept.title}` }).click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await expect(cartLink(page, 0)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await page.getByRole('link', { name: 'Find a design' }).click();
    await expect(page).toHaveURL(paths.shop.path);
  });

  await test.step('only logs a removal that could not be stored (I08)', async () => {
    const design = await studio.newDesign();
    await fillCart(api, buyer, design);
    await page.goto(paths.cart.path);
    await expect(cartLines(page)).toHaveCount(1);
    const said = await listenToToasts(page);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      // Only the removal: the shop's answer may be written meanwhile.
      IDBObjectStore.prototype.put = function (...row) {
        if (this.name !== 'outbox') return put.apply(this, row);
        IDBObjectStore.prototype.put = put;
        throw new DOMException('not to be copied', 'DataCloneError');
      };
    });
    const logged = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.getByRole('button', { name: `Remove ${design.title}` }).click();
    expect((await logged).text()).toContain('An item could not be removed');
    await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
    await expect(cartLink(page, 1)).toBeVisible();

    await page.getByRole('button', { name: `Remove ${design.title}` }).click();
    await expect(toast(page, 'Item removed successfully')).toBeVisible();
    expect((await said()).texts).toEqual(['Item removed successfully']);
  });

  await test.step('splits wide screens 70 to 30 and stacks on small ones (I05)', async () => {
    await fillCart(api, buyer, await studio.newDesign());
    await page.goto(paths.cart.path);
    const lines = page.getByRole('list', { name: 'Designs in your cart' });
    const summary = page.getByRole('region', { name: 'Order summary' });
    await expect(cartLines(page)).toHaveCount(1);

    const wide = { lines: await lines.boundingBox(), summary: await summary.boundingBox() };
    const [left, right] = [wide.lines?.width ?? 0, wide.summary?.width ?? 0];
    expect(left / (left + right)).toBeCloseTo(0.7, 2);
    expect(wide.summary?.y).toBeCloseTo(wide.lines?.y ?? 0, 0);

    await page.setViewportSize({ width: 360, height: 740 });
    // Measured again while the page is still being laid out.
    await expect(async () => {
      const small = { lines: await lines.boundingBox(), summary: await summary.boundingBox() };
      expect(small.summary?.width).toBeCloseTo(small.lines?.width ?? 0, 0);
      expect(small.summary?.y).toBeGreaterThan((small.lines?.y ?? 0) + (small.lines?.height ?? 0));
    }).toPass();
  });
});

test('adds a design once, from card and details', {
  tag: ['@C08', '@F09', '@G04', '@S10', '@T08'],
}, async ({ page, api }) => {
  const buyer = await api.newBuyer();
  const [first, second] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!first || !second) throw new Error('The studio has no designs');
  await signIn(page, buyer);
  const loaded = answeredCart(page, 0);
  await page.goto(paths.shop.path);
  await loaded;
  await expect(cartLink(page, 0)).toBeVisible();

  const sent = page.waitForRequest((request) => request.url().endsWith(callPath('cartAdd')));
  const refreshed = answeredCart(page, 1);
  await page.getByRole('button', { name: `Add ${first.title} to cart` }).click();
  await expect(toast(page, 'Item added to cart')).toBeVisible();
  await expect(cartLink(page, 1)).toBeVisible();
  expect((await sent).postDataJSON()).toEqual({
    productId: first._id,
    seenPrice: priceToPay(first.price, first.discountedPrice),
  });
  await refreshed;

  // Its page links to the cart, which has it.
  await page.goto(productPath(first._id));
  await expect(page.getByRole('main').getByRole('link', { name: 'View cart' })).toBeVisible();
  await page.goto(productPath(second._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Item added to cart')).toBeVisible();
  await expect(cartLink(page, 2)).toBeVisible();
  await cartLink(page, 2).click();
  await expect(cartLines(page)).toHaveCount(2);
  await expect
    .poll(async () => (await api.call('cart', { token: buyer.token })).items)
    .toMatchObject([{ productId: first._id }, { productId: second._id }]);
});

test.describe('an add that the server refuses', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('is reported with the text for its place, and listed where it can be retried', {
    tag: ['@T01', '@T08'],
  }, async ({ page, api }) => {
    const buyer = await api.newBuyer();
    const [design, other] = (await api.products()).filter(({ isBuyable }) => isBuyable);
    if (!design || !other) throw new Error('The studio has no designs');
    const path = callPath('cartAdd');
    let message = '';
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message } }),
    );
    await signIn(page, buyer);
    await page.goto(paths.shop.path);
    const said = await listenToToasts(page);
    await page.getByRole('button', { name: `Add ${design.title} to cart` }).click();
    await expect(toast(page, 'Something went wrong')).toBeVisible();
    await expect(toast(page, `${design.title} is not in your cart.`)).toBeVisible();
    expect((await said()).most).toBe(1);
    await page.goto(productPath(design._id));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Failed to add to cart')).toBeVisible();
    message = 'This design is taking a nap.';
    await page.goto(productPath(other._id));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, message)).toBeVisible();
    await expect(cartLink(page, 0)).toBeVisible();

    await page.unrouteAll();
    await page.goto(paths.cart.path);
    const refused = page
      .getByRole('list', { name: 'Failed' })
      .getByRole('listitem')
      .filter({ hasText: other.title });
    await expect(refused).toContainText(message);
    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(refused).toHaveCount(0);
    await expect(cartLines(page)).toHaveText([new RegExp(other.title)]);
    await expect
      .poll(async () => (await api.call('cart', { token: buyer.token })).items)
      .toMatchObject([{ productId: other._id }]);
  });
});

test('marks designs in the cart and bought ones on their cards', { tag: ['@F09'] }, async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const [bought, wanted] = [await studio.newDesign(), await studio.newDesign()];
  await buy(api, shop.url, buyer, bought);
  await studio.list(bought);
  await studio.list(wanted);
  await signIn(page, buyer);
  const card = (title: string) => page.getByRole('article').filter({ hasText: title });
  await page.goto(searchPath(bought.title));
  await expect(card(bought.title)).toContainText('You have this');
  await page.goto(searchPath(wanted.title));
  await page.getByRole('button', { name: `Add ${wanted.title} to cart` }).click();
  await expect(card(wanted.title)).toContainText('In your cart');
  await expect(card(wanted.title)).not.toContainText('You have this');
  const inCart = page.getByRole('link', { name: `${wanted.title} is in your cart` });
  await expect(inCart).toBeFocused();
  await inCart.click();
  await expect(page).toHaveURL(paths.cart.path);
});

test.describe('a removal that the server refuses', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('restores the design and says why, replacing the earlier toast', async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await api.newBuyer();
    const design = await studio.newDesign();
    await fillCart(api, buyer, design);
    await signIn(page, buyer);
    const path = callPath('cartRemove');
    const message = 'This cart is being looked at.';
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message } }),
    );
    await page.goto(paths.cart.path);
    await expect(cartLines(page)).toHaveCount(1);
    const said = await listenToToasts(page);
    await page.getByRole('button', { name: `Remove ${design.title}` }).click();

    await expect(toast(page, message)).toBeVisible();
    await expect(toast(page, `${design.title} is back in your cart.`)).toBeVisible();
    await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
    const { texts, most } = await said();
    expect(texts).toEqual(['Item removed successfully', expect.stringContaining(message)]);
    expect(most).toBe(1);
    await page.getByRole('button', { name: '1 change failed' }).click();
    const sheet = page.getByRole('dialog', { name: 'Changes' });
    await expect(sheet.getByRole('listitem')).toContainText([message]);
    await page.keyboard.press('Escape');

    await page.unrouteAll();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await expect
      .poll(async () => (await api.call('cart', { token: buyer.token })).items)
      .toEqual([]);
  });
});

test.describe('offline', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('an add and a removal say where they are stored', { tag: ['@T08', '@I08'] }, async ({
    page,
    api,
  }) => {
    const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
    if (!design) throw new Error('The studio has no designs');
    await signIn(page, await api.newBuyer());
    await page.goto(paths.cart.path);
    await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
    await page.getByRole('link', { name: 'Find a design' }).click();
    const add = page.getByRole('button', { name: `Add ${design.title} to cart` });
    await expect(add).toBeEnabled();
    await page.context().setOffline(true);
    await add.click();
    await expect(toast(page, 'Item added to cart')).toBeVisible();
    await expect(toast(page, 'Saved on this device')).toBeVisible();
    await cartLink(page, 1).click();
    await page.getByRole('button', { name: `Remove ${design.title}` }).click();
    const removed = page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('listitem')
      .filter({ hasText: 'Item removed successfully' });
    await expect(removed).toContainText('Saved on this device');
    await page.context().setOffline(false);
  });
});

test('tells a pending account before the checkout when it can pay', async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer({ status: 'pending' });
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  await page.goto(paths.cart.path);
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toContainText(messages.approval.waiting);
  api.sql("UPDATE accounts SET status = 'approved' WHERE id = ?", buyer.user._id);
  await page.reload();
  await expect(summary.getByRole('link', { name: 'Proceed' })).toBeVisible();
  await expect(summary).not.toContainText(messages.approval.waiting);
});

test('tells a visitor that paying needs an approved account', async ({ page, api }) => {
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  await page.goto(productPath(design._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page, 1).click();
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toContainText(messages.approval.visitor);
  await summary.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(paths.signUp.path);
});

test('says that an add could not be stored', { tag: ['@T08'] }, async ({ page, api }) => {
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('not to be copied', 'DataCloneError');
    };
  });
  await page.goto(paths.shop.path);
  await page.getByRole('button', { name: `Add ${design.title} to cart` }).click();
  await expect(toast(page, 'Something went wrong')).toBeVisible();
  await page.goto(productPath(design._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Failed to add to cart')).toBeVisible();
  await expect(cartLink(page, 0)).toBeVisible();
});

test('shows placeholders for lines, never an empty cart, while it loads', {
  tag: ['@S09'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await fillCart(api, buyer, design);
  await signIn(page, buyer);
  const answer = await holdCall(page, 'cart');
  const asked = page.waitForRequest((request) => request.url().endsWith(callPath('cart')));
  await page.goto(paths.cart.path);
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Cart');
  await expect(page.getByText(messages.checkout.cartEmpty)).toHaveCount(0);
  answer();
  await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
});
