import { paths } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  buy,
  expect,
  goToCheckout,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import { holdCall } from '#tests/support/page-calls.ts';

test.describe('the focus stays on the button while it works', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*checkout/] });

  test('for an order, and for its new total', async ({ page, api, studio }) => {
    const design = await studio.newDesign({ price: 8 });
    await goToCheckout(page, api, studio, design);
    await acceptTerms(page);
    studio.reprice(design, 9);
    const answer = await holdCall(page, 'checkout');
    await page.getByRole('button', { name: 'Create Order' }).press('Enter');
    const creating = page.getByRole('button', { name: 'Creating Order...' });
    await expect(creating).toBeDisabled();
    await expect(creating).toBeFocused();
    answer();

    const accept = page.getByRole('button', { name: /^Accept the new total/ });
    await expect(accept).toBeEnabled();
    await page.unrouteAll();
    const answerAgain = await holdCall(page, 'checkout');
    await accept.press('Enter');
    await expect(accept).toBeDisabled();
    await expect(accept).toBeFocused();
    answerAgain();
    await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
  });

  test('for a download', async ({ page, api, shop, studio }) => {
    const buyer = await api.newBuyer();
    await buy(api, shop.url, buyer, await studio.newDesign());
    await signIn(page, buyer);
    await page.goto(paths.orderSuccess.path);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/orders/*/items/*/download', async (route) => {
      await isReleased;
      await route.fallback();
    });
    const button = page.getByRole('button', { name: /^Download(ing| Now)/ });
    const saved = page.waitForEvent('download');
    await button.press('Enter');
    await expect(button).toBeDisabled();
    await expect(button).toBeFocused();
    release();
    await saved;
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  });
});
