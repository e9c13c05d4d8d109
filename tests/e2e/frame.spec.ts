import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { changeDocuments, holdCall } from '#tests/support/page-calls.ts';
import { keepResetStep } from '#tests/support/reset-step.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

/** The frame around every page: promo strip, header and footer. */
async function expectFrame(page: Page): Promise<void> {
  const strip = page.getByRole('complementary', { name: 'Invitation' });
  await expect(strip.getByRole('link', { name: /join us on our social network/ })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

test('opens a screen with its frame at every URL', {
  tag: [
    '@B01',
    '@B02',
    '@B03',
    '@B04',
    '@B05',
    '@B06',
    '@B09',
    '@B10',
    '@B12',
    '@B13',
    '@B14',
    '@C01',
    '@C02',
  ],
}, async ({ page, api }) => {
  const [product] = await api.products();
  if (!product) throw new Error('The studio has no designs');
  const screens: readonly (readonly [path: string, heading: string])[] = [
    ['/', 'Patterns fresh off the line'],
    ['/terms-conditions', 'Terms and conditions'],
    ['/licence', 'Licences'],
    ['/sign-up', 'Sign up'],
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Forgot your password?'],
    ['/shop', 'Shop all designs'],
    ['/best-sellers', 'Best sellers'],
    ['/search-product', 'Search'],
    [`/product-details/${product._id}`, product.title],
    ['/add-to-cart', 'My Cart'],
    ['/checkout', 'Checkout'],
  ];
  for (const [path, heading] of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectFrame(page);
      expect(new URL(page.url()).pathname).toBe(path);
    });
  }
});

test('opens the steps of a password reset with their frame', {
  tag: ['@B07', '@B08', '@C01', '@C02'],
}, async ({ page }) => {
  await page.goto('/forgot-password');
  for (const [step, path, heading] of [
    ['code', '/verify-otp', 'Enter your code'],
    ['password', '/reset-password', 'New password'],
  ] as const) {
    await keepResetStep(page, step);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectFrame(page);
    await expect(page).toHaveURL(path);
  }
});

test('opens the account area at its four URLs', { tag: ['@B16', '@C01', '@C02'] }, async ({
  page,
  api,
}) => {
  await signInPage(page, api);
  for (const [path, heading] of [
    ['/dashboard', 'My orders'],
    ['/dashboard/my-orders', 'My orders'],
    ['/dashboard/my-wishlist', 'My wishlist'],
    ['/dashboard/my-account', 'My account'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectFrame(page);
      expect(new URL(page.url()).pathname).toBe(path);
    });
  }
});

test('leads any other URL home', { tag: ['@B17'] }, async ({ page }) => {
  for (const path of ['/no-such-page', '/product-details', '/shop/foxes', '/dashboard/secrets']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patterns fresh off the line');
  }
});

test('renders the shopping screens in one layout and the others outside it', {
  tag: ['@B18'],
}, async ({ page, api }) => {
  const [product] = await api.products();
  if (!product) throw new Error('The studio has no designs');
  const { token } = await signInPage(page, api);
  await api.call('cartAdd', { token, body: { productId: product._id } });
  // The confirmation stays while it looks for an order.
  await holdCall(page, 'orders');
  // The layout shows that a studio is still being drawn, so pretend that it is.
  await changeDocuments(page, (html) => html.replace(/"drawn":\d+/, '"drawn":5'));
  const note = page.getByText(/^The studio is still drawing: 5 of \d+ designs are ready\.$/);
  for (const path of [
    paths.shop.path,
    paths.bestSellers.path,
    paths.search.path,
    productPath(product._id),
    paths.cart.path,
    paths.checkout.path,
    paths.orderSuccess.path,
  ]) {
    await page.goto(path);
    await expect(note, path).toBeVisible();
  }
  for (const path of [paths.home.path, paths.terms.path, paths.myAccount.path]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(note, path).toBeHidden();
  }
});

test('names both designers and the social network in the footer', { tag: ['@C03'] }, async ({
  page,
  api,
}) => {
  const { designers, socialLink } = await api.call('shopSettings');
  await page.goto('/terms-conditions');
  const footer = page.getByRole('contentinfo');
  expect(designers).toHaveLength(2);
  await expect(footer.getByRole('region', { name: 'Designers' }).getByRole('listitem')).toHaveText(
    designers.map(({ name, email }) => `${name}${email}`),
  );
  for (const { email } of designers) {
    await expect(footer.getByRole('link', { name: email })).toHaveAttribute(
      'href',
      `mailto:${email}`,
    );
  }
  await expect(footer.getByRole('link', { name: /^Follow us/ })).toHaveAttribute(
    'href',
    socialLink,
  );
});

test('says in the footer what is sold, under which licence and in which currency', {
  tag: ['@A09'],
}, async ({ page }) => {
  await page.goto('/terms-conditions');
  const about = page.getByRole('contentinfo').getByRole('region', { name: 'About the shop' });
  await expect(about).toContainText('Files are 350 DPI and sold under a licence');
  await expect(about).toContainText('Prices are in USD.');
});

test('navigates from the header on wide screens', {
  tag: ['@B02', '@C04', '@C05', '@C07', '@C09'],
}, async ({ page }) => {
  await page.goto('/licence');
  const header = page.getByRole('banner');
  const navigation = header.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['HOME', 'SHOP', 'T&C']);

  await navigation.getByRole('link', { name: 'T&C' }).click();
  await expect(page).toHaveURL('/terms-conditions');
  await navigation.getByRole('link', { name: 'SHOP' }).click();
  await expect(page).toHaveURL('/shop');
  await navigation.getByRole('link', { name: 'HOME' }).click();
  await expect(page).toHaveURL('/');

  await header.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/sign-in');
  await header.getByRole('link', { name: 'Pinwheel home' }).click();
  await expect(page).toHaveURL('/');

  await header.getByRole('searchbox').fill('fox');
  await header.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL('/search-product?query=fox');
  await header.getByRole('link', { name: /^Cart/ }).click();
  await expect(page).toHaveURL('/add-to-cart');
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('slides the menu in, and closes it after a link was followed', {
    tag: ['@C05', '@C06'],
  }, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });

    await button.click();
    await expect(menu.getByRole('link').filter({ hasText: /^[A-Z&]+$/ })).toHaveText([
      'HOME',
      'SHOP',
      'T&C',
    ]);
    await menu.getByRole('link', { name: 'T&C' }).click();
    await expect(page).toHaveURL('/terms-conditions');
    await expect(menu).toBeHidden();

    // Also when the browser itself navigates.
    await button.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect(menu).toBeHidden();

    await button.click();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    // Opened again while the next screen is still being drawn, it stays open.
    await page.evaluate(() => {
      const push = history.pushState;
      history.pushState = (...entry) => {
        push.apply(history, entry);
        history.pushState = push;
        document.querySelector<HTMLElement>('button[aria-label="Menu"]')?.click();
      };
    });
    await button.click();
    await menu.getByRole('link', { name: 'T&C' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
    await expect(menu).toBeVisible();
  });
});

test("shows the cart's count on its badge", { tag: ['@C08'] }, async ({ page, api }) => {
  const [first, second] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  await page.goto('/shop');
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
  await expect(cart).toHaveText('0');
  await expect(cart).toHaveAccessibleName('Cart, 0 items');

  await page.getByRole('button', { name: `Add ${first?.title} to cart` }).click();
  await expect(cart).toHaveText('1');
  await expect(cart).toHaveAccessibleName('Cart, 1 item');
  await page.getByRole('button', { name: `Add ${second?.title} to cart` }).click();
  await expect(cart).toHaveText('2');

  await page.reload();
  await expect(cart).toHaveText('2');
});
