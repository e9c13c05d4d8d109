import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { productPath } from '#contract/paths.ts';
import { keepResetStep } from '#tests/support/reset-step.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

/** Everything axe finds wrong, each with its place. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

async function expectNoFaults(page: Page): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    expect(await faults(page), `${page.url()} at ${size.width} px`).toEqual([]);
  }
}

test.beforeEach(async ({ page }) => {
  // What is halfway in has half its contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const path of [
  '/',
  '/shop',
  '/shop?designer=Nobody&sort=newest',
  '/best-sellers',
  '/search-product',
  '/search-product?query=fox',
  '/terms-conditions',
  '/licence',
  '/sign-up',
  '/sign-in',
  '/forgot-password',
  '/add-to-cart',
  '/checkout',
]) {
  test(`has nothing in the way at ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFaults(page);
  });
}

test('has nothing in the way of a design', async ({ page, api }) => {
  const [product] = await api.products();
  await page.goto(productPath(product?._id ?? ''));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoFaults(page);
});

test('has nothing in the way of a new password', async ({ page }) => {
  await page.goto('/forgot-password');
  for (const [step, path] of [
    ['code', '/verify-otp'],
    ['password', '/reset-password'],
  ] as const) {
    await keepResetStep(page, step);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFaults(page);
    await expect(page).toHaveURL(path);
  }
});

test('has nothing in the way in the account area', async ({ page, api }) => {
  await signInPage(page, api);
  for (const path of [
    '/dashboard/my-orders',
    '/dashboard/my-wishlist',
    '/dashboard/my-account',
    '/order-success',
    '/checkout',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFaults(page);
  }
});

test('has nothing in the way in menus and drawers', async ({ page, api }) => {
  await signInPage(page, api);
  await page.setViewportSize(phone);
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(await faults(page), 'the menu').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  expect(await faults(page), 'the filters').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Account of Hazel' }).click();
  await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
  expect(await faults(page), 'the account’s menu').toEqual([]);
});

test.describe('with a toast and errors in a form', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('has nothing in the way', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill('nobody@shop.example');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
    ).toBeVisible();
    await page.getByLabel('Email').fill('nobody');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectNoFaults(page);
  });
});

test('moves the focus to the heading and tells the title on a change of screen', async ({
  page,
}) => {
  await page.goto('/terms-conditions');
  const heading = page.getByRole('heading', { level: 1 });
  const spoken = page.getByRole('paragraph').and(page.locator('[aria-live="polite"]'));
  await expect(heading).toHaveText('Terms and conditions');
  // The browser tells of the first screen by itself.
  await expect(page.locator('body')).toBeFocused();
  await expect(spoken).toBeEmpty();

  for (const [link, title, text] of [
    ['SHOP', 'Shop all designs · Pinwheel', 'Shop all designs'],
    ['Best sellers', 'Best sellers · Pinwheel', 'Best sellers'],
    ['Licences', 'Licences · Pinwheel', 'Licences'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(heading).toHaveText(text);
    await expect(heading).toBeFocused();
    await expect(spoken).toHaveText(title);
    await expect(page).toHaveTitle(title);
  }
});

test('lets a keyboard skip to the page', async ({ page }) => {
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the page' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('comes back to the page and place it was left at', async ({ page, api }) => {
  const designs = await api.products();
  const last = designs.at(-1)?.title ?? '';
  await page.goto('/shop');
  await page.getByRole('link', { name: 'Page 2' }).click();
  const link = page.getByRole('link', { name: last, exact: true });
  await link.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const places: Record<string, number> = JSON.parse(sessionStorage.getItem('scroll') ?? '{}');
        return Object.keys(places).find((place) => places[place] === scrollY);
      }),
    )
    .toMatch(/page=2$/);
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(200);

  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(last);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/shop?page=2');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
  await expect(link).toBeInViewport();

  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
});
