import type { Page } from '@playwright/test';
import { clothBenchPath, productPath } from '#contract/shop/paths.ts';
import { toast } from '#tests/support/buying-test.ts';
import { expect, test } from '#tests/support/offline-test.ts';

test.use({ isReturning: true });

/** The paper of warnings. */
const amber = 'rgb(255, 233, 199)';

/** CSS pixels that one repeat measures, as it is painted. */
async function paintedRepeat(page: Page): Promise<number> {
  const unit = page.locator('pattern:has(image)').first();
  return Number(await unit.getAttribute('width'));
}

test('a design measures true on cloth, moves by hand, and is there and kept without a signal', async ({
  phone,
}) => {
  const product = (await phone.api.products()).find(({ tile }) => tile?.width === 8);
  if (!product) throw new Error('No design of the studio repeats');
  const page = await phone.visit(productPath(product._id));
  await page.getByRole('link', { name: 'See it on cloth' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See it on cloth');
  await expect(page.getByRole('main')).toContainText('repeats every 8 in, 5.5 times across 44 in.');
  const cloth = page.getByRole('application', { name: `${product.title} on cloth` });

  await page.getByRole('button', { name: 'Set it with a bank card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set this screen’s size' });
  await dialog.getByRole('slider').fill('120');
  await dialog.getByRole('button', { name: 'It’s the same size' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The size is a guess')).toBeHidden();
  expect(await paintedRepeat(page)).toBeCloseTo(8 * 120, 1);

  await page.getByRole('radio', { name: 'Half-drop' }).check({ force: true });
  expect(await paintedRepeat(page)).toBeCloseTo(2 * 8 * 120, 1);
  const drawing = cloth.locator('svg');
  await expect(drawing).toHaveCSS('transform', 'matrix(1, 0, 0, 1, -1920, -960)');
  await cloth.focus();
  await page.keyboard.press('ArrowRight');
  await expect(drawing).toHaveCSS('transform', 'matrix(1, 0, 0, 1, -1896, -960)');

  const scale = page.getByRole('slider', { name: 'Scale' });
  const soft = page.getByText('Below 150 DPI prints look soft.');
  await scale.fill('-2');
  // Read out with the key that moves it, so it can't come later.
  expect(await scale.getAttribute('aria-valuetext')).toBe('25%');
  await expect(page.getByRole('main')).toContainText('At 240 DPI it prints sharp.');
  await expect(soft).toBeHidden();
  await scale.fill('-1');
  await expect(page.getByRole('main')).toContainText('At 120 DPI it prints soft.');
  await expect(soft).toHaveCSS('background-color', amber);
  await expect(page.getByRole('main')).toContainText('repeats every 4 in, 11 times across 44 in.');
  await expect(page).toHaveURL(
    `${phone.url}${clothBenchPath(product._id)}?layout=half-drop&scale=50`,
  );

  await phone.lose('offline');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('repeats every 4 in, 11 times across 44 in.');
  await expect(cloth).toBeVisible();
  expect(await paintedRepeat(page)).toBeCloseTo(8 * 120, 1);
  await page.getByRole('radio', { name: 'Mug' }).check({ force: true });
  await expect(
    page.getByRole('application', { name: `${product.title} on mug. Half-drop` }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Save to wishlist in this view' }).click();
  await expect(toast(page, 'View kept in your wishlist')).toBeVisible();
  await page.getByRole('link', { name: `${product.title} is in your wishlist` }).click();
  await page.getByRole('link', { name: 'Mug, half-drop, 50%' }).click();
  await expect(page).toHaveURL(/\?layout=half-drop&scale=50&on=mug$/);
  await expect(page.getByRole('button', { name: 'Keep this view' })).toBeVisible();

  await page.goBack();
  const kept = page.getByRole('link', { name: 'Mug, half-drop, 50%' });
  await page.getByRole('button', { name: `Remove this view of ${product.title}` }).click();
  await expect(kept).toBeHidden();
  await expect(page.getByRole('link', { name: product.title, exact: true })).toBeFocused();
  await expect(toast(page, 'View removed from your wishlist')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(kept).toBeVisible();
});

test('no design that is offered beside it hides from the keyboard on a phone', async ({
  phone,
}) => {
  const [first, ...others] = (await phone.api.products()).filter(({ tile }) => tile);
  if (!first) throw new Error('No design of the studio repeats');
  const buyer = await phone.api.newBuyer();
  for (const { _id } of others.slice(0, 8)) {
    await phone.api.call('cartAdd', { token: buyer.token, body: { productId: _id } });
  }
  const page = await phone.visit(clothBenchPath(first._id), buyer);
  const offered = page.getByRole('group', { name: 'Lay beside it' }).getByRole('button');
  await expect(offered).toHaveCount(8);
  const isOnTop = () =>
    page.evaluate(() => {
      const { x, y, width, height } =
        document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
      return onTop !== null && document.activeElement?.contains(onTop);
    });
  for (const [key, start] of [
    ['Tab', 0],
    ['Shift+Tab', 7],
  ] as const) {
    await offered.nth(start).focus();
    for (let step = 0; step < 8; step++) {
      expect(await isOnTop(), `${key}, after ${step}`).toBe(true);
      await page.keyboard.press(key);
    }
  }
});

test('three designs lie side by side on cloth of the buyer’s own width; clip art lies on things', async ({
  phone,
}) => {
  const products = await phone.api.products();
  const [first, inCart, wished] = products.filter(({ tile }) => tile?.width === 8);
  const clipArt = products.find(({ tile }) => !tile);
  if (!first || !inCart || !wished || !clipArt) throw new Error('The studio lacks designs');
  const buyer = await phone.api.newBuyer();
  const { token } = buyer;
  await phone.api.call('cartAdd', { token, body: { productId: inCart._id } });
  await phone.api.call('wishlistAdd', { token, body: { productId: wished._id } });
  const page = await phone.visit(clothBenchPath(first._id), buyer);
  const offered = page.getByRole('group', { name: 'Lay beside it' });
  const cloths = page.getByRole('application');
  await offered.getByRole('button', { name: inCart.title }).click();
  await offered.getByRole('button', { name: wished.title }).click();
  await expect(page).toHaveURL(new RegExp(`\\?beside=${inCart._id},${wished._id}$`));

  await page.getByLabel('Fabric width').selectOption('Another width');
  await page.getByLabel('Your fabric’s width in inches').fill('36');
  const figures = 'repeats every 8 in, 4.5 times across 36 in.';
  await expect(page.getByRole('main')).toContainText(figures);
  await page.getByRole('radio', { name: 'Centimetres' }).check({ force: true });
  const own = page.getByLabel('Your fabric’s width in centimetres');
  await expect(own).toHaveValue('91.4');
  await own.fill('1000');
  await expect(page.getByText('Enter a width from 2.5 cm to 508 cm.')).toBeVisible();
  await own.fill('100');
  await expect(page.getByRole('main')).toContainText(
    'repeats every 20.3 cm, 4.9 times across 100 cm.',
  );

  await phone.lose('offline');
  await page.reload();
  for (const { title } of [first, inCart, wished]) {
    const cloth = cloths.and(
      page.getByLabel(`${title} on cloth. Straight. The pattern repeats every 20.3 cm`),
    );
    await expect(cloth).toBeVisible();
  }

  await page.goto(phone.url + clothBenchPath(clipArt._id));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'See it on a cushion, a mug and more',
  );
  await expect(cloths).toHaveAccessibleName(
    new RegExp(`^${clipArt.title} on cushion\\. Arrow keys`),
  );
  await expect(page.getByRole('group', { name: /Layout|Measured in/ })).toBeHidden();
});
