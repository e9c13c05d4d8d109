import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { goOn } from '#tests/support/go-on.ts';
import { listenToToasts } from '#tests/support/listen-to-toasts.ts';
import { cutCall } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const emptyHeart = (page: Page, { title }: Product) =>
  page.getByRole('button', { name: `Save ${title} to wishlist` });
const filledHeart = (page: Page, { title }: Product) =>
  page.getByRole('link', { name: `${title} is in your wishlist` });
const wishlistLink = (page: Page, count: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: `Wishlist, ${count} ${count === 1 ? 'item' : 'items'}` });
const savedDesigns = (page: Page) =>
  page.getByRole('list', { name: 'Saved designs' }).getByRole('listitem');

/** Two buyable designs of the shop's first page. */
async function twoDesigns(api: ShopApi): Promise<readonly [Product, Product]> {
  const [one, other] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!one || !other) throw new Error('The studio has no two designs');
  return [one, other];
}

async function save(api: ShopApi, { token }: Buyer, ...designs: readonly Product[]): Promise<void> {
  for (const { _id } of designs) {
    await api.call('wishlistAdd', { body: { productId: _id }, token });
  }
}

async function savedAtShop(api: ShopApi, { token }: Buyer): Promise<readonly string[]> {
  return (await api.call('wishlist', { token })).items.map(({ _id }) => _id);
}

/** Makes the server refuse, without a message. */
async function refuse(page: Page, name: 'wishlistAdd' | 'cartAdd' | 'wishlistRemove', id = '') {
  await page.route(`**${callPath(name, { id })}`, (route) =>
    route.fulfill({ status: 409, json: { message: '', code: 'PRODUCT_UNAVAILABLE' } }),
  );
}

test('a visitor saves a design on its card, and finds the heart filled on the next visit', {
  tag: ['@F09', '@T09', '@P18', '@O17'],
}, async ({ page, api }) => {
  const [fox] = await twoDesigns(api);
  await page.goto(paths.shop.path);
  const card = page.getByRole('article').filter({ hasText: fox.title });
  await expect(card.getByRole('button', { name: `Add ${fox.title} to cart` })).toBeEnabled();

  await emptyHeart(page, fox).click();
  await expect(filledHeart(page, fox)).toBeVisible();
  await expect(filledHeart(page, fox)).toBeFocused();
  await expect(toasts(page).getByText('Item added to wishlist')).toBeVisible();
  // Written after the database, for the next first paint.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wishlist'))).toContain(fox._id);
  const kept = await page.evaluate(() => ({
    updatedAt: Date.parse(localStorage.getItem('lastWishlistUpdate') ?? ''),
    now: Date.now(),
  }));
  expect(kept.now - kept.updatedAt).toBeLessThan(60_000);

  // Before the database can open: its code never loads.
  await page.route('**/account-engine-*.js', () => {});
  await page.reload();
  await expect(filledHeart(page, fox)).toBeVisible();
});

test('a visitor finds the wishlist, sees what they saved, and removes it again', async ({
  page,
  api,
}) => {
  await test.step("links to the wishlist from the header, and from a phone's menu", async () => {
    await page.goto(paths.home.path);
    await wishlistLink(page, 0).click();
    await expect(page).toHaveURL(paths.myWishlist.path);
    await expect(page.getByRole('heading', { name: 'Your wishlist is empty.' })).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(paths.home.path);
    await expect(wishlistLink(page, 0)).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('link', { name: 'Wishlist' })
      .click();
    await expect(page).toHaveURL(paths.myWishlist.path);
  });

  await test.step('a visitor sees what they saved, and removes it again (L13, L14)', async () => {
    const [fox, moon] = await twoDesigns(api);
    await page.setViewportSize({ width: 1440, height: 900 });
    await goOn(page, paths.shop.path);
    await emptyHeart(page, fox).click();
    await expect(filledHeart(page, fox)).toBeVisible();
    await emptyHeart(page, moon).click();
    await expect(wishlistLink(page, 2)).toBeVisible();
    await filledHeart(page, fox).click();

    await expect(page).toHaveURL(paths.myWishlist.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My wishlist');
    await expect(page.getByRole('complementary', { name: 'Account' })).toHaveCount(0);
    const note = page.getByText('Saved on this device.');
    await expect(note).toBeVisible();
    await expect(savedDesigns(page)).toHaveCount(2);
    await savedDesigns(page)
      .getByRole('button', { name: `Remove ${fox.title} from wishlist` })
      .click();
    await expect(toasts(page).getByText('Removed From Wishlist')).toBeVisible();
    await expect(savedDesigns(page)).toHaveText([new RegExp(moon.title)]);
    await expect(wishlistLink(page, 1)).toBeVisible();
    await goOn(page, productPath(fox._id));
    await expect(emptyHeart(page, fox)).toBeVisible();
  });
});

test('a visitor signs in from the wishlist, and finds the designs in the account', {
  tag: ['@L13'],
}, async ({ page, api }) => {
  const [fox, moon] = await twoDesigns(api);
  const buyer = await api.newBuyer();
  await save(api, buyer, moon);
  await page.goto(productPath(fox._id));
  await emptyHeart(page, fox).click();
  await filledHeart(page, fox).click();
  await expect(page).toHaveURL(paths.myWishlist.path);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(paths.signIn.path);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

  await expect(page).toHaveURL(paths.myWishlist.path);
  await expect(toasts(page).getByText('1 item added from this device')).toBeVisible();
  await expect(savedDesigns(page)).toHaveCount(2);
  await expect(savedDesigns(page).filter({ hasText: fox.title })).toBeVisible();
  await expect(savedDesigns(page).filter({ hasText: moon.title })).toBeVisible();
  await expect(page.getByText('Saved on this device.')).toHaveCount(0);
  await expect.poll(() => savedAtShop(api, buyer)).toContain(fox._id);
});

test('a pending account saves designs, sees them and removes them', {
  tag: ['@L13', '@L14', '@R05'],
}, async ({ page, api }) => {
  const [fox] = await twoDesigns(api);
  const buyer = await signInPage(page, api, { status: 'pending' });
  await page.goto(productPath(fox._id));
  await emptyHeart(page, fox).click();
  await expect.poll(() => savedAtShop(api, buyer)).toEqual([fox._id]);
  await filledHeart(page, fox).click();
  await expect(page).toHaveURL(paths.myWishlist.path);
  await expect(page.getByRole('complementary', { name: 'Account' })).toContainText('Inactive');
  await savedDesigns(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty.' })).toBeVisible();
  await expect.poll(() => savedAtShop(api, buyer)).toEqual([]);
});

test('a buyer saves a design on its page, and finds it on the wishlist', async ({ page, api }) => {
  const buyer = await signInPage(page, api);
  await test.step('the details page has add to cart and a heart (G04, T09)', async () => {
    const [fox] = await twoDesigns(api);
    await page.goto(productPath(fox._id));
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await emptyHeart(page, fox).click();
    await expect(filledHeart(page, fox)).toBeVisible();
    await expect(toasts(page).getByText('Item added to wishlist')).toBeVisible();
    await expect.poll(() => savedAtShop(api, buyer)).toEqual([fox._id]);
  });

  await test.step('the wishlist shows what was saved, adds it to the cart and removes it (L13, L14, T10, T08)', async () => {
    const [fox, moon] = await twoDesigns(api);
    await save(api, buyer, fox, moon);
    await page.goto(paths.myWishlist.path);
    const saved = savedDesigns(page);
    await expect(saved).toHaveCount(2);
    const foxCard = saved.filter({ hasText: fox.title });
    await expect(foxCard.getByRole('link', { name: fox.title })).toHaveAttribute(
      'href',
      productPath(fox._id),
    );

    await foxCard.getByRole('button', { name: 'Add to cart' }).click();
    await expect(toasts(page).getByText('Item added to cart')).toBeVisible();
    await expect
      .poll(async () => (await api.call('cart', { token: buyer.token })).items.length)
      .toBe(1);

    await foxCard.getByRole('button', { name: `Remove ${fox.title} from wishlist` }).click();
    const removedToast = toasts(page)
      .getByRole('listitem')
      .filter({ hasText: 'Removed From Wishlist' });
    await expect(removedToast).toHaveClass(/error/);
    // In error style, but announced politely.
    await expect(toasts(page).locator('[aria-live="polite"]')).toContainText(
      'Removed From Wishlist',
    );
    await expect(saved).toHaveCount(1);
    await expect(
      saved.getByRole('button', { name: `Remove ${moon.title} from wishlist` }),
    ).toBeFocused();
    await expect.poll(() => savedAtShop(api, buyer)).toEqual([moon._id]);

    await saved.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByRole('heading', { name: 'Your wishlist is empty.' })).toBeVisible();
  });

  await test.step('keeps a design that is no longer sold, greyed out, without a cart button (L13)', async () => {
    const [fox] = await twoDesigns(api);
    await save(api, buyer, fox);
    await page.route(`**${callPath('wishlist')}`, async (route) => {
      const response = await route.fetch();
      const { items, version } = await response.json();
      const gone = items.map((item: object) => ({ ...item, available: false }));
      await route.fulfill({ response, json: { items: gone, version } });
    });
    await page.goto(paths.myWishlist.path);
    await expect(savedDesigns(page)).toContainText('No longer sold');
    await expect(savedDesigns(page).getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
    await expect(savedDesigns(page).getByRole('link')).toHaveCount(0);
  });
});

test.describe('a wish that the shop refuses', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*\/wishlist\/add/] });

  test('empties the heart of a card again', { tag: ['@P16', '@T09'] }, async ({ page, api }) => {
    const [fox] = await twoDesigns(api);
    await signInPage(page, api);
    await refuse(page, 'wishlistAdd');
    await page.goto(paths.shop.path);
    const said = await listenToToasts(page);
    await emptyHeart(page, fox).click();
    await expect(toasts(page).getByText('Failed to update wishlist')).toBeVisible();
    await expect(toasts(page).getByText(`${fox.title} is not in your wishlist.`)).toBeVisible();
    await expect(emptyHeart(page, fox)).toBeVisible();
    await expect(filledHeart(page, fox)).toHaveCount(0);
    // One action, one toast: the shop's answer replaces the device's.
    expect((await said()).most).toBe(1);

    await page.unrouteAll();
    await toasts(page).getByRole('button', { name: 'Try again' }).click();
    await expect(toasts(page).getByText('Item added to wishlist')).toBeVisible();
    await expect(filledHeart(page, fox)).toBeVisible();
  });

  test('leaves the heart of the details page filled, marked as not saved', {
    tag: ['@P17', '@T09'],
  }, async ({ page, api }) => {
    const [fox] = await twoDesigns(api);
    const buyer = await signInPage(page, api);
    await refuse(page, 'wishlistAdd');
    await page.goto(productPath(fox._id));
    await emptyHeart(page, fox).click();
    await expect(toasts(page).getByText('Failed to add to wishlist')).toBeVisible();
    await expect(page.getByText('Not saved')).toBeVisible();
    await expect(emptyHeart(page, fox).locator('svg')).toHaveAttribute('fill', 'currentColor');

    await page.unroute(`**${callPath('wishlistAdd')}`);
    await emptyHeart(page, fox).click();
    await expect(filledHeart(page, fox)).toBeVisible();
    await expect(page.getByText('Not saved')).toHaveCount(0);
    await expect.poll(() => savedAtShop(api, buyer)).toEqual([fox._id]);
  });
});

test.describe('a wish made offline', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('does not count as a failed add: the heart stays, and the shop gets it later', {
    tag: ['@P16'],
  }, async ({ page, api }) => {
    const [fox] = await twoDesigns(api);
    const buyer = await signInPage(page, api);
    const mend = await cutCall(page, 'wishlistAdd');
    await page.goto(paths.shop.path);
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith(callPath('wishlistAdd')),
    );
    await emptyHeart(page, fox).click();
    await failed;
    await expect(filledHeart(page, fox)).toBeVisible();
    expect(await savedAtShop(api, buyer)).toEqual([]);

    await mend();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => savedAtShop(api, buyer)).toEqual([fox._id]);
    await expect(filledHeart(page, fox)).toBeVisible();
  });
});

test.describe('changes of the wishlist page that the shop refuses', () => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });

  test('are reported in its words, and nothing is lost', { tag: ['@T08', '@T10'] }, async ({
    page,
    api,
  }) => {
    const [fox] = await twoDesigns(api);
    const buyer = await signInPage(page, api);
    await save(api, buyer, fox);
    await refuse(page, 'cartAdd');
    await refuse(page, 'wishlistRemove', fox._id);
    await page.goto(paths.myWishlist.path);
    await savedDesigns(page).getByRole('button', { name: 'Add to cart' }).click();
    await expect(toasts(page).getByText('Failed to add to cart')).toBeVisible();

    await savedDesigns(page)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(toasts(page).getByText('Failed to remove from wishlist')).toBeVisible();
    await expect(toasts(page).getByText(`${fox.title} is back in your wishlist.`)).toBeVisible();
    await expect(toasts(page).getByText('Removed From Wishlist')).toHaveCount(0);
    await expect(savedDesigns(page)).toHaveCount(1);
    await expect(page.getByRole('list', { name: 'Failed' })).toContainText(fox.title);
  });
});

test("a visitor's wishlist expires after a week, and one tap restores it", {
  tag: ['@P19'],
}, async ({ page, api }) => {
  const [fox] = await twoDesigns(api);
  await page.goto(paths.shop.path);
  await emptyHeart(page, fox).click();
  await expect(toasts(page).getByText('Item added to wishlist')).toBeVisible();

  await page.clock.setSystemTime(Date.now() + 7 * 86_400_000 + 60_000);
  await page.reload();
  await expect(emptyHeart(page, fox)).toBeVisible();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('1 design you saved was archived after 7 days');
  await notices.getByRole('button', { name: 'Restore' }).click();
  await expect(filledHeart(page, fox)).toBeVisible();
  await expect(notices.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});
