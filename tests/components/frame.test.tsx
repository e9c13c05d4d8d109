import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import { resetStep } from '#features/account/reset-step.ts';
import {
  cartLink,
  newUser,
  openShop,
  resize,
  shownUrl,
  textsOf,
} from '#tests/support/open-shop.tsx';
import type { ShopAtFetch } from '#tests/support/shop-at-fetch.ts';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const header = page.getByRole('banner');
const footer = page.getByRole('contentinfo');
const heading = page.getByRole('heading', { level: 1 });
const homeHeading = 'Patterns fresh off the line';
const [first, second] = products;
if (!first || !second) throw new Error('The catalogue is empty');

/** The studio is still being drawn, which only the layout of the shopping screens says. */
function drawSlowly({ handlers, settings }: ShopAtFetch): void {
  handlers.shopSettings = () => ({ ...settings, demo: { drawn: 5, total: 40 } });
}

const drawing = page.getByText('The studio is still drawing: 5 of 40 designs are ready.');

/** The frame around every page: promo strip, header and footer. */
async function expectFrame(): Promise<void> {
  const strip = page.getByRole('complementary', { name: 'Invitation' });
  await expect
    .element(strip.getByRole('link', { name: /join us on our social network/ }))
    .toBeVisible();
  await expect.element(header).toBeVisible();
  await expect.element(footer).toBeVisible();
}

test('opens a screen with its frame at every URL, the shopping screens in one layout (B01, B02, B03, B04, B05, B06, B09, B10, B12, B13, B18, C01, C02, R01, R06)', async () => {
  const shop = await openShop({ path: paths.terms.path, products, prepare: drawSlowly });
  const screens: readonly (readonly [path: string, heading: string, isShopping?: 'shopping'])[] = [
    ['/', homeHeading],
    ['/terms-conditions', 'Terms and conditions'],
    ['/licence', 'Licences'],
    ['/sign-up', 'Sign up'],
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Forgot your password?'],
    ['/shop?sort=a-z', 'Shop all designs', 'shopping'],
    ['/best-sellers', 'Best sellers', 'shopping'],
    [`/product-details/${first._id}`, first.title, 'shopping'],
    ['/add-to-cart', 'My Cart', 'shopping'],
    ['/search-product?query=fox', 'Search', 'shopping'],
  ];
  for (const [path, title, isShopping] of screens) {
    await shop.goto(path);
    await expect.element(heading).toHaveTextContent(title);
    await expectFrame();
    expect(shownUrl()).toBe(path);
    if (isShopping) await expect.element(drawing, { message: path }).toBeVisible();
    else expect(drawing.elements(), path).toHaveLength(0);
  }
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await expect.poll(shownUrl).toMatch(/^\/product-details\//);
  const tokens = shop.sent.map(({ token }) => token);
  expect(new Set(tokens), 'a visitor needs no token').toEqual(new Set([null]));
});

test('opens the steps of a password reset with their frame, and leads any other URL home (B07, B08, B17, B19, C01, C02)', async () => {
  const shop = await openShop({ path: paths.terms.path, products });
  for (const path of [
    '/no-such-page',
    '/thank-you',
    '/product-details',
    '/shop/foxes',
    '/dashboard/secrets',
  ]) {
    await shop.goto(path);
    await expect.poll(shownUrl).toBe('/');
    await expect.element(heading).toHaveTextContent(homeHeading);
  }
  const token = 'a-token-of-no-use';
  const code = { email: 'olive@shop.example', endsAt: Date.now() + 120_000 };
  for (const [step, path, title] of [
    [{ step: 'code', token, ...code }, '/verify-otp', 'Enter your code'],
    [{ step: 'password', token }, '/reset-password', 'New password'],
  ] as const) {
    resetStep.save(step);
    await shop.goto(path);
    await expect.element(heading).toHaveTextContent(title);
    await expectFrame();
    expect(shownUrl()).toBe(path);
  }
});

test('opens the account area at its four URLs (B16, C01, C02)', async () => {
  const shop = await openShop({
    path: paths.home.path,
    products,
    user: newUser(),
    prepare: drawSlowly,
  });
  for (const [path, title] of [
    ['/dashboard', 'My orders'],
    ['/dashboard/my-orders', 'My orders'],
    ['/dashboard/my-wishlist', 'My wishlist'],
    ['/dashboard/my-account', 'My account'],
  ] as const) {
    await shop.goto(path);
    await expect.element(heading).toHaveTextContent(title);
    await expectFrame();
    expect(location.pathname).toBe(path);
    expect(drawing.elements(), path).toHaveLength(0);
  }
});

test('shows the confirmation in the layout of the shopping screens while it looks for an order (B18, C01, C02)', async () => {
  await openShop({
    path: paths.orderSuccess.path,
    user: newUser(),
    prepare(shop) {
      drawSlowly(shop);
      shop.hold('orders');
    },
  });
  await expect.element(drawing).toBeVisible();
  await expectFrame();
});

test('names in the footer both designers and the social network, what is sold, under which licence and in which currency (A09, C03)', async () => {
  const { settings } = await openShop({ path: paths.terms.path });
  const { designers, socialLink } = settings;
  const listed = footer.getByRole('region', { name: 'Designers' }).getByRole('listitem');
  await expect.element(listed).toHaveLength(2);
  expect(textsOf(listed)).toEqual(designers.map(({ name, email }) => `${name}${email}`));
  for (const { email } of designers) {
    await expect
      .element(footer.getByRole('link', { name: email }))
      .toHaveAttribute('href', `mailto:${email}`);
  }
  await expect
    .element(footer.getByRole('link', { name: /^Follow us/ }))
    .toHaveAttribute('href', socialLink);
  const about = footer.getByRole('region', { name: 'About the shop' });
  await expect.element(about).toMatchTextContent('Files are 350 DPI and sold under a licence');
  await expect.element(about).toMatchTextContent('Prices are in USD.');
});

test('navigates from the header on wide screens (B02, C04, C05, C07, C09)', async () => {
  await openShop({ path: paths.licence.path, products });
  const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect.element(links).toHaveLength(3);
  expect(textsOf(links)).toEqual(['HOME', 'SHOP', 'T&C']);
  for (const [name, path] of [
    ['T&C', '/terms-conditions'],
    ['SHOP', '/shop'],
    ['HOME', '/'],
    ['Sign in', '/sign-in'],
    ['Pinwheel home', '/'],
  ] as const) {
    await header.getByRole('link', { name }).click();
    await expect.poll(shownUrl).toBe(path);
  }
  await header.getByRole('searchbox').fill('fox');
  await userEvent.keyboard('{Enter}');
  await expect.poll(shownUrl).toBe('/search-product?query=fox');
  await header.getByRole('link', { name: /^Cart/ }).click();
  await expect.poll(shownUrl).toBe('/add-to-cart');
});

test('slides the menu in on a small screen, and closes it after a link was followed (C05, C06)', async () => {
  await resize(360, 740);
  await openShop({ path: paths.home.path });
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toHaveLength(0);
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const termsLink = menu.getByRole('link', { name: 'T&C' });

  await button.click();
  await expect.element(menu).toBeVisible();
  const named = textsOf(menu.getByRole('link')).filter((text) => /^[A-Z&]+$/.test(text));
  expect(named).toEqual(['HOME', 'SHOP', 'T&C']);
  await termsLink.click();
  await expect.poll(shownUrl).toBe('/terms-conditions');
  await expect.element(menu).toHaveLength(0);

  // Also when the browser itself navigates.
  await button.click();
  await expect.element(menu).toBeVisible();
  history.back();
  await expect.poll(shownUrl).toBe('/');
  await expect.element(menu).toHaveLength(0);

  await button.click();
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).toHaveLength(0);
  await expect.element(button).toHaveFocus();

  // Opened again while the next screen is still being drawn, it stays open.
  const { pushState } = history;
  history.pushState = (...entry) => {
    pushState.apply(history, entry);
    history.pushState = pushState;
    document.querySelector<HTMLElement>('button[aria-label="Menu"]')?.click();
  };
  await button.click();
  await termsLink.click();
  await expect.poll(() => document.querySelector('h1')?.textContent).toMatch(/terms/i);
  await expect.element(menu).toBeVisible();
});

test("shows the cart's count on its badge, also in the next document (C08)", async () => {
  const shop = await openShop({ path: paths.shop.path, products });
  const cart = header.getByRole('link', { name: /^Cart/ });
  await expect.element(cart).toHaveTextContent('0');
  await expect.element(cart).toHaveAccessibleName('Cart, 0 items');

  await page.getByRole('button', { name: `Add ${first.title} to cart` }).click();
  await expect.element(cart).toHaveTextContent('1');
  await expect.element(cart).toHaveAccessibleName('Cart, 1 item');
  await page.getByRole('button', { name: `Add ${second.title} to cart` }).click();
  await expect.element(cart).toHaveTextContent('2');

  await shop.goto(productPath(first._id));
  await expect.element(cartLink(2)).toHaveTextContent('2');
});
