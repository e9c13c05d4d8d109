import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
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

/** Pretends that the studio is still being drawn, which only the layout of the shopping screens says. */
async function drawSlowly(page: Page): Promise<void> {
  await changeDocuments(page, (html) => html.replace(/"drawn":\d+/, '"drawn":5'));
}

const drawing = (page: Page) =>
  page.getByText(/^The studio is still drawing: 5 of \d+ designs are ready\.$/);

test('opens a screen with its frame at every URL, the shopping screens in one layout', {
  tag: [
    ...['@B01', '@B02', '@B03', '@B04', '@B05', '@B06', '@B09', '@B10', '@B12', '@B13', '@B14'],
    ...['@B18', '@C01', '@C02', '@R01', '@R06'],
  ],
}, async ({ page, api }) => {
  const [product] = await api.products();
  if (!product) throw new Error('The studio has no designs');
  await drawSlowly(page);
  const authorised: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization) authorised.push(request.url());
  });
  const screens: readonly (readonly [path: string, heading: string, isShopping?: 'shopping'])[] = [
    ['/', 'Patterns fresh off the line'],
    ['/terms-conditions', 'Terms and conditions'],
    ['/licence', 'Licences'],
    ['/sign-up', 'Sign up'],
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Forgot your password?'],
    ['/shop?sort=a-z', 'Shop all designs', 'shopping'],
    ['/best-sellers', 'Best sellers', 'shopping'],
    [`/product-details/${product._id}`, product.title, 'shopping'],
    ['/add-to-cart', 'My Cart', 'shopping'],
    ['/checkout', 'Checkout', 'shopping'],
    ['/search-product?query=fox', 'Search', 'shopping'],
  ];
  for (const [path, heading, isShopping] of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expectFrame(page);
      await expect(page).toHaveURL(path);
      await expect(drawing(page)).toBeVisible({ visible: isShopping !== undefined });
    });
  }
  await page.getByRole('main').getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/product-details\//);
  expect(authorised, 'a visitor needs no token').toEqual([]);
});

test('opens the steps of a password reset with their frame, and leads any other URL home', {
  tag: ['@B07', '@B08', '@B17', '@B19', '@C01', '@C02'],
}, async ({ page }) => {
  for (const path of [
    '/no-such-page',
    '/thank-you',
    '/product-details',
    '/shop/foxes',
    '/dashboard/secrets',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patterns fresh off the line');
  }
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

test('opens the account area at its four URLs, and the confirmation in the layout', {
  tag: ['@B16', '@B18', '@C01', '@C02'],
}, async ({ page, api }) => {
  await signInPage(page, api);
  await drawSlowly(page);
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
      await expect(drawing(page)).toBeHidden();
    });
  }
  // The confirmation stays while it looks for an order.
  await holdCall(page, 'orders');
  await page.goto(paths.orderSuccess.path);
  await expect(drawing(page)).toBeVisible();
  await expectFrame(page);
});

test('names in the footer both designers and the social network, what is sold, under which licence and in which currency', {
  tag: ['@A09', '@C03'],
}, async ({ page, api }) => {
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
