import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/paths.ts';
import { expect, test } from '#tests/support/offline-test.ts';

const chip = (page: Page) => page.getByRole('button', { name: /^Offline · 3 changes waiting/ });

/** The texts, pictures and controls of the page that the chip's box touches. */
function touched(page: Page): Promise<string[]> {
  return chip(page).evaluate((button) => {
    const own = button.getBoundingClientRect();
    const meets = ({ left, right, top, bottom }: DOMRect) =>
      left < own.right && right > own.left && top < own.bottom && bottom > own.top;
    const shown = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        !button.contains(element) &&
        !element.contains(button) &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.matches('.visually-hidden, .visually-hidden *, [role="status"]'),
    );
    return shown.flatMap((element) => {
      const isControl = element.matches('a, button, input, select, textarea, img, svg');
      const boxes = isControl ? [element.getBoundingClientRect()] : [];
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        boxes.push(...range.getClientRects());
      }
      return boxes.some((box) => box.width > 1 && meets(box))
        ? [element.outerHTML.slice(0, 99)]
        : [];
    });
  });
}

test('the chip of pending changes touches nothing on any screen of a phone', async ({ phone }) => {
  const buyer = await phone.api.newBuyer();
  const [first, second, third] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  if (!first || !second || !third) throw new Error('The studio has no three designs');
  const page = await phone.visit(paths.shop.path, buyer);
  await page.setViewportSize({ width: 360, height: 780 });
  await phone.lose('killed');
  const heading = page.getByRole('heading', { level: 1 });
  // Its size is its own once its typeface has loaded.
  await page.evaluate(() => document.fonts.ready);
  const before = await heading.boundingBox();
  await page.getByRole('button', { name: `Add ${first.title} to cart` }).click();
  await page.getByRole('button', { name: `Add ${second.title} to cart` }).click();
  await page.getByRole('button', { name: `Save ${third.title} to wishlist` }).click();
  await expect(chip(page)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  expect(await heading.boundingBox(), 'nothing moves when it appears').toEqual(before);

  for (const path of [
    paths.home.path,
    paths.shop.path,
    paths.bestSellers.path,
    paths.search.path,
    productPath(first._id),
    paths.cart.path,
    paths.checkout.path,
    paths.myWishlist.path,
    paths.myOrders.path,
    paths.myAccount.path,
    paths.signIn.path,
    paths.terms.path,
    paths.licence.path,
  ]) {
    await page.goto(phone.url + path);
    await expect(page.locator('h1')).toBeVisible();
    await expect(chip(page)).toBeVisible();
    expect(await touched(page), path).toEqual([]);
    if (path === paths.home.path) {
      // The device answers for the rows too.
      for (const name of ['New designs', 'Best sellers']) {
        await expect(page.getByRole('region', { name }).getByRole('article').first()).toBeVisible();
      }
    }
    const box = await chip(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await expect(
      page.getByRole('complementary', { name: 'Invitation' }).getByRole('link'),
    ).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
});
