import type { Page } from '@playwright/test';
import { productPath } from '#contract/shop/paths.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, test } from '#tests/support/shop-test.ts';

/** A design with several pictures. */
async function picturedDesign(api: ShopApi) {
  const product = (await api.products()).find(({ images, tile }) => images.length > 2 && tile);
  if (!product) throw new Error('No design of the studio has three pictures');
  return product;
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('shows the arrows without a hover', { tag: ['@G01'] }, async ({ page, api }) => {
    const product = await picturedDesign(api);
    await page.goto(productPath(product._id));
    const next = page.getByRole('button', { name: 'Next picture' });
    await expect(next).toHaveCSS('opacity', '1');
    await next.tap();
    await expect(
      page.getByRole('img', { name: `${product.title}, picture 2 of ${product.images.length}` }),
    ).toBeVisible();
  });
});

/** Moves two fingers apart on a picture, from its middle. */
async function spread(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [-1, 1].map((side, id) => ({ id, x: x + (side * apart) / 2, y })),
    });
  await touch('touchStart', 60);
  for (const apart of [70, 90, 110, 120]) await touch('touchMove', apart);
  await touch('touchEnd');
}

test.describe('a picture on a phone', () => {
  test.use({
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
  });

  test('is enlarged by fingers, keys and buttons, also without a signal', async ({ page, api }) => {
    const product = await picturedDesign(api);
    await page.goto(productPath(product._id));
    const gallery = page.getByRole('region', { name: `Pictures of ${product.title}` });
    const picture = gallery.getByRole('img', { name: /picture 1 of/ });
    const enlarge = gallery.getByRole('button', { name: 'Enlarge picture' });
    await expect(enlarge).toBeVisible();
    const box = await picture.boundingBox();
    if (!box) throw new Error('The picture has no place');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // What the page loads after its first screen, no worker brings here.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);

    await spread(page, middle);
    await expect(gallery.getByRole('status').first()).toHaveText('Enlarged to 200%');
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(2 * box.width);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );

    await enlarge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(picture).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(() => picture.boundingBox()).toEqual(box);
    await page.keyboard.press('ArrowRight');
    await expect(gallery.getByRole('img', { name: /picture 2 of/ })).toBeVisible();
    await page.keyboard.press('+');
    await expect(gallery.getByRole('status').first()).toHaveText('Enlarged to 150%');
    await gallery.getByRole('button', { name: 'Show smaller' }).tap();
    await expect(gallery.getByRole('status').first()).toBeEmpty();
  });
});
