import type { Locator, Page } from '@playwright/test';
import { colorPath, paths, productPath } from '#contract/shop/paths.ts';
import { inAppWindow } from '#tests/support/app-window.ts';
import { changeAnswer } from '#tests/support/page-calls.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

/** The minimum size of a touch target, in CSS pixels. */
const target = 44;

async function boxOf(shown: Locator) {
  await expect(shown).toBeVisible();
  const box = await shown.boundingBox();
  if (!box) throw new Error('It has no box');
  return box;
}

async function expectTarget(control: Locator): Promise<void> {
  const { width, height } = await boxOf(control);
  expect(width, `width of ${control}`).toBeGreaterThanOrEqual(target);
  expect(height, `height of ${control}`).toBeGreaterThanOrEqual(target);
}

/** By how much the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

function columns(cards: Locator): Promise<number> {
  return cards.evaluateAll((all) => {
    const tops = all.map((card) => card.getBoundingClientRect().top);
    return tops.filter((top) => top === tops[0]).length;
  });
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('lists designs under one search box on screens of every width', async ({ page }) => {
  await test.step('shows one search box on each screen but Home (C07, H01, H06)', async () => {
    const box = page.getByRole('banner').getByRole('searchbox');
    for (const [path, words] of [
      ['/best-sellers?search=fox', 'fox'],
      ['/shop', ''],
      ['/search-product?query=moon', 'moon'],
    ] as const) {
      await page.goto(path);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 780 });
        await expect(cards(page).first()).toBeVisible();
        await expect(page.getByRole('searchbox')).toHaveCount(1);
        await expect(box).toHaveValue(words);
      }
    }
    // The same header works there, and its box empties.
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await page.getByRole('banner').getByRole('link', { name: 'Pinwheel home' }).click();
      await expect(page).toHaveURL('/');
      await expect(box).toHaveValue('');
      await page.goBack();
      await expect(box).toHaveValue('moon');
    }
  });

  await test.step('fits a long name and a struck-through price on a card of a 320 px screen (F09, F10)', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await changeAnswer(page, 'productsFilter', (answer) => ({
      ...answer,
      products: answer.products.map((product) => ({
        ...product,
        title: 'Supercalifragilistic foxes in a moonlit mushroom meadow with daisies',
        designer: ['Clementine Fox', 'Juniper Moon'],
        price: 12_345.5,
        discountedPrice: 10_999.25,
      })),
    }));
    await page.goto(paths.shop.path);
    await page.getByLabel('Sort by').selectOption('a-z');
    const card = cards(page).first();
    await expect(card).toContainText('Supercalifragilistic');
    await expect(card).toContainText('$10,999.25');
    await expect(card).toContainText('$12,345.50');
    await expect(card).toContainText('11% off');
    const { x, width } = await boxOf(card);
    for (const button of await card.getByRole('button').all()) {
      await expectTarget(button);
      const box = await boxOf(button);
      expect(box.x).toBeGreaterThanOrEqual(x);
      expect(box.x + box.width).toBeLessThanOrEqual(x + width);
    }
    const title = card.getByRole('heading');
    const lines = await title.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines)).toBe(2);
    // Nothing is wider than its card.
    expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await overflow(page)).toBe(0);
  });
  await page.unrouteAll();

  await test.step('lists designs in as many columns as each width has room for (F04)', async () => {
    // On wide screens the shop has its filters next to the cards.
    for (const path of [paths.shop.path, paths.bestSellers.path, '/search-product?query=moon']) {
      await page.goto(path);
      await expect(cards(page).nth(5)).toBeVisible();
      for (const [width, count] of [
        [300, 1],
        [320, 2],
        [360, 2],
        [390, 2],
        [768, 3],
        [1440, 4],
      ] as const) {
        await test.step(`${path} at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 780 });
          await expect.poll(() => columns(cards(page))).toBe(count);
          await expect.poll(() => overflow(page)).toBe(0);
        });
      }
    }
    // On a phone the buyer can choose one column, and the device remembers it.
    await page.setViewportSize({ width: 360, height: 780 });
    const choice = page.getByRole('button', { name: 'One column', pressed: false });
    await expectTarget(choice);
    await choice.press('Space');
    await expect(page.getByRole('button', { name: 'One column', pressed: true })).toBeFocused();
    expect(await columns(cards(page))).toBe(1);
    await page.goto(paths.shop.path);
    await expect(cards(page).nth(3)).toBeVisible();
    expect(await columns(cards(page))).toBe(1);
    await expect.poll(() => overflow(page)).toBe(0);
    const chosen = page.getByRole('button', { name: 'One column', pressed: true });
    await expect(chosen).toBeVisible();
    await page.setViewportSize({ width: 768, height: 780 });
    await expect(chosen).toBeHidden();
    expect(await columns(cards(page))).toBe(3);
  });
});

test('shows the wishlist in two columns on a phone, with touch targets', {
  tag: ['@L13'],
}, async ({ page, api }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { token } = await signInPage(page, api);
  for (const { _id } of (await api.products()).slice(0, 4)) {
    await api.call('wishlistAdd', { token, body: { productId: _id } });
  }
  await page.goto(paths.myWishlist.path);
  await expect(cards(page)).toHaveCount(4);
  expect(await columns(cards(page))).toBe(2);
  for (const button of await cards(page).first().getByRole('button').all()) {
    await expectTarget(button);
  }
  expect(await overflow(page)).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('fits the frame above the page', async ({ page, api }) => {
    await test.step('fits the header in one row at 320 px too (C07)', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(paths.home.path);
      const { y, height } = await boxOf(page.getByRole('banner'));
      expect(y + height).toBeLessThanOrEqual(96);
      await expectTarget(page.getByRole('banner').getByRole('searchbox'));
      expect(await overflow(page)).toBe(0);
    });
    await page.setViewportSize({ width: 360, height: 780 });

    await test.step('fits promo strip, header and search in 96 px, each with touch targets (C01, C04, C07, C08, C09, C10)', async () => {
      const expectSmallFrame = async (path: string) => {
        await page.goto(path);
        const header = page.getByRole('banner');
        const invitation = page.getByRole('complementary', { name: 'Invitation' });
        const { y, height } = await boxOf(header);
        expect(y + height, path).toBeLessThanOrEqual(96);
        await expectTarget(invitation.getByRole('link'));
        await expectTarget(header.getByRole('button', { name: 'Menu' }));
        await expectTarget(header.getByRole('link', { name: 'Pinwheel home' }));
        await expect(header.getByRole('link', { name: 'Pinwheel home' })).toHaveText('Pinwheel');
        await expectTarget(header.getByRole('searchbox'));
        await expectTarget(header.getByRole('link', { name: 'Cart, 0 items' }));
      };
      for (const path of [paths.home.path, paths.shop.path, paths.search.path, paths.cart.path]) {
        await expectSmallFrame(path);
        await expectTarget(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
      }
      await signInPage(page, api);
      await expectSmallFrame(paths.shop.path);
      await expectTarget(page.getByRole('banner').getByRole('button', { name: /^Account of/ }));

      // While in use, the box has the whole row.
      const box = page.getByRole('banner').getByRole('searchbox');
      await box.focus();
      await expect.poll(async () => (await boxOf(box)).width).toBeGreaterThan(320);
      await box.fill('moon');
      await box.press('Enter');
      await expect(page).toHaveURL('/search-product?query=moon');
    });
  });

  test('has Add to Cart, heart and price within reach of a thumb', {
    tag: ['@G03', '@G04'],
  }, async ({ page, api }) => {
    const [product] = (await api.products()).filter(({ isBuyable }) => isBuyable);
    if (!product) throw new Error('No design can be bought');
    await page.goto(productPath(product._id));
    const add = page.getByRole('button', { name: 'Add to Cart', exact: true });
    await expect(add).toHaveCount(1);
    const heart = page.getByRole('button', { name: `Save ${product.title} to wishlist` });
    const { y } = await boxOf(add);
    await expectTarget(add);
    await expectTarget(heart);
    expect(y).toBeGreaterThan(780 - 80);
    // Name and price are above the bar.
    for (const shown of [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('main').getByText(/^\$\d/).first(),
    ]) {
      const box = await boxOf(shown);
      expect(box.y + box.height).toBeLessThan(y);
    }
    // It stays while the page scrolls, and covers nothing at the page's end.
    await page.mouse.move(180, 300);
    await page.mouse.wheel(0, 20_000);
    const last = page.getByRole('contentinfo').getByRole('link').last();
    await expect
      .poll(async () => (await boxOf(last)).y + (await boxOf(last)).height)
      .toBeLessThanOrEqual(y - 8);
    expect((await boxOf(add)).y).toBe(y);
    await add.click();
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }),
    ).toBeAttached();
  });
});

test('shows the whole name of each order on the narrowest phones', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(colorPath('#e8a0b0'));
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort).toHaveValue('closest-color');
  await expect(page.getByRole('button', { name: 'Filters 1 active' })).toBeVisible();

  const tooLong = await sort.evaluate(async (menu: HTMLSelectElement) => {
    await document.fonts.ready;
    const { font, paddingLeft, paddingRight } = getComputedStyle(menu);
    const room =
      menu.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const ruler = document.createElement('canvas').getContext('2d');
    if (!ruler) throw new Error('Nothing measures text here');
    ruler.font = font;
    return [...menu.options]
      .map(({ text }) => text)
      .filter((text) => ruler.measureText(text).width > room);
  });
  expect(tooLong).toEqual([]);
});

test('keeps Add to Cart above the tabs of the installed app', { tag: ['@G04'] }, async ({
  shop,
  api,
}) => {
  const [product] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  const phone = { width: 360, height: 740 };
  const path = productPath(product?._id ?? '');
  await inAppWindow(`${shop.url}${path}`, { viewport: phone }, async (page) => {
    const tabs = await boxOf(page.getByRole('navigation', { name: 'Tabs' }));
    const add = await boxOf(page.getByRole('button', { name: 'Add to Cart', exact: true }));
    expect(add.y + add.height).toBeLessThanOrEqual(tabs.y);
    expect(add.y + add.height).toBeGreaterThan(tabs.y - 24);
  });
});
