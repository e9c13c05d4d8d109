import { changeDocuments } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

test('opens the checkout, a document of its own, with the frame and in the layout of the shopping screens', {
  tag: ['@B14', '@B18', '@C01', '@C02'],
}, async ({ page }) => {
  // Only this layout says that the studio is still being drawn.
  await changeDocuments(page, (html) => html.replace(/"drawn":\d+/, '"drawn":5'));
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  const strip = page.getByRole('complementary', { name: 'Invitation' });
  await expect(strip.getByRole('link', { name: /join us on our social network/ })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page).toHaveURL('/checkout');
  await expect(
    page.getByText(/^The studio is still drawing: 5 of \d+ designs are ready\.$/),
  ).toBeVisible();
});
