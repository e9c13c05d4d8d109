import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { goOn } from '#tests/support/go-on.ts';
import { changeDocuments, cutCall, failCall } from '#tests/support/page-calls.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

test.use({
  expectedErrors: [
    /Failed to load resource|designers\.map is not a function|TypeError|MissingCodeError/,
  ],
});

const cards = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article');

/** The shell without the answers embedded in it. */
const bare = (html: string) =>
  html.replace(/<script type="application\/json" id="page-data"[^>]*>.*?<\/script>/s, '');

test('a broken screen can be reloaded or left, and a listing that fails can be retried', async ({
  page,
}) => {
  await test.step('no error leaves a blank page (T15)', async () => {
    await changeDocuments(page, (html) => html.replace('"designers":[', '"designers":5,"":['));
    await page.goto('/licence');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Unexpected Application Error!',
    );

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licences');
  });

  await test.step('the error screen can be left by going back', async () => {
    await goOn(page, paths.terms.path);
    // A design that no screen has passed along.
    const id = 'e'.repeat(24);
    await page.evaluate(
      ([to, _id]) => {
        history.pushState({ usr: { product: { _id } }, key: 'broken', idx: 1 }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      [productPath(id), id] as const,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Unexpected Application Error!',
    );
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
    await expect(page.getByRole('banner')).toBeVisible();
  });

  await test.step("does not accept somebody else's page as an answer", async () => {
    // As a hotel's network answers before its guest has paid.
    await page.route('**/api/products', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }),
    );
    await page.goto(paths.terms.path);
    await page.getByRole('link', { name: 'SHOP', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Couldn’t load designs' })).toBeVisible();
  });
  await page.unrouteAll();

  await test.step('offers a retry for a listing that did not load', async () => {
    for (const [name, open] of [
      ['products', () => page.getByRole('link', { name: 'SHOP', exact: true }).click()],
      ['productsBestSelling', () => page.getByRole('link', { name: 'Best sellers' }).click()],
      [
        'productsSearch',
        async () => {
          await page.getByRole('banner').getByRole('searchbox').fill('fox');
          await page.keyboard.press('Enter');
        },
      ],
    ] as const) {
      await test.step(name, async () => {
        const mend = await cutCall(page, name);
        await page.goto(paths.terms.path);
        await open();
        await expect(page.getByRole('heading', { name: 'Couldn’t load designs' })).toBeVisible();
        await mend();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(cards(page).first()).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Couldn’t load designs' })).toBeHidden();
      });
    }
  });

  await test.step('keeps the chosen filters when their designs do not load', async () => {
    await page.goto('/shop?sort=a-z');
    await expect(cards(page)).toHaveCount(28);
    await failCall(page, 'productsFilter');
    await page.getByLabel('Sort by').selectOption('z-a');
    await expect(page.getByRole('heading', { name: 'Couldn’t load designs' })).toBeVisible();
    await expect(page.getByLabel('Sort by')).toHaveValue('z-a');
    await page.goBack();
    await expect(cards(page)).toHaveCount(28);
  });
});

test.describe('code that does not load', () => {
  const lose = (page: Page, file: string) => page.route(`**/assets/${file}-*.js`, (r) => r.abort());
  const failedToOpen = (page: Page) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(/^This can’t be opened/);

  test('of a menu, a screen or the account area is reported, and can be requested again', async ({
    page,
    api,
  }) => {
    await test.step('of a menu is reported, and requested again on the next press', async () => {
      await signInPage(page, api);
      await lose(page, 'menu-popover');
      await page.goto(paths.terms.path);
      const avatar = page.getByRole('button', { name: /^Account of/ });
      await avatar.click();
      await expect(failedToOpen(page)).toBeVisible();
      await expect(avatar).toBeFocused();
      await page.unrouteAll();
      await avatar.click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    });

    await test.step('of a screen leaves the frame, the way back and a retry', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.route('**/api/**', (route) => route.abort());
      const missing = page.getByRole('heading', { level: 1, name: 'Not saved on this device yet' });
      for (const link of ['Licences', 'Best sellers']) {
        await page.getByRole('link', { name: link, exact: true }).click();
        await expect(missing).toBeFocused();
        await expect(page).toHaveTitle('Not saved on this device yet · Pinwheel');
        await expect(page.getByRole('banner')).toBeVisible();
      }
      await page.goBack();
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');

      await page.goForward();
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.click();
      await expect(retry).toHaveAttribute('aria-busy', 'false');
      await expect(missing).toBeVisible();
      await page.unrouteAll();
      await retry.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licences');
    });

    await test.step('of the account area leaves the frame and a retry', async () => {
      await lose(page, 'dashboard-frame');
      await page.goto(paths.myOrders.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Not saved on this device yet',
      );
      await expect(page.getByRole('banner')).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My orders');
      await expect(page.getByRole('navigation', { name: 'Account area' })).toBeVisible();
    });
  });

  test('of a dialog is reported, and requested again on the next press', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await lose(page, 'overlay-sheet');
    await page.goto(paths.terms.path);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expect(failedToOpen(page)).toBeVisible();
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await page.unrouteAll();
    await menu.click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('of the filters leaves the cards usable', async ({ page }) => {
    await lose(page, 'filter-panel');
    await page.goto(paths.shop.path);
    await expect(cards(page)).toHaveCount(28);
    const retry = page.getByRole('button', { name: /^Couldn’t load filters/ });
    await expect(retry).toBeVisible();
    await page.unrouteAll();
    await retry.click();
    await expect(page.getByRole('group', { name: 'Designer' })).toBeVisible();
  });
});

test('screens render without any answer, and a design that did not load can be retried', async ({
  page,
  api,
}) => {
  await test.step('offers a retry for a design that did not load', async () => {
    const [product] = await api.products();
    const id = product?._id ?? '';
    await changeDocuments(page, bare);
    const mend = await cutCall(page, 'product', { id });
    await page.goto(productPath(id));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Couldn’t load this design');
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product?.title ?? '');
  });
  await page.unrouteAll();

  await test.step('renders even if no call is answered', async () => {
    await changeDocuments(page, bare);
    await page.route('**/api/**', (route) => route.abort());
    for (const [path, heading] of [
      // The studio's own words come with an answer.
      ['/', 'Welcome'],
      ['/shop', 'Shop all designs'],
      ['/sign-in', 'Sign in'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
  });
});
