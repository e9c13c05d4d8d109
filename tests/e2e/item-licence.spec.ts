import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { amount, expect, test } from '#tests/support/buying-test.ts';

test('prints on one page, without the frame', async ({ page, customer: { order } }) => {
  await page.goto(itemLicencePath(order._id, order.items[0]?._id ?? ''));
  await expect(amount(page, 'Licensed to')).toBeVisible();
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const part of ['banner', 'contentinfo', 'complementary', 'button'] as const) {
    await expect(page.getByRole(part), part).toHaveCount(0);
  }
});
