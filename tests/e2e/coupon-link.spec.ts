import { couponPath, paths } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { addCoupon } from '#tests/support/add-coupon-row.ts';
import { expect, test } from '#tests/support/offline-test.ts';

test('a coupon link opened without a signal is saved, and applies once the shop is back and the cart has enough', {
  tag: ['@OP-15'],
}, async ({ phone }) => {
  const { api } = phone;
  const buyer = await api.newBuyer();
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('the shop has no design');
  const code = addCoupon(api, { minimum: 1 });
  await phone.visit(paths.shop.path, buyer);
  await phone.lose('killed');
  await phone.close();

  const page = await phone.reopen(couponPath(code.toLowerCase()));
  const standing = page.getByRole('main').getByRole('status');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code.toLowerCase());
  await expect(standing).toContainText('Saved on this device. The shop can’t be reached.');
  await page.getByRole('link', { name: 'Go to the designs' }).click();
  await page.getByRole('button', { name: `Add ${design.title} to cart` }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();

  await phone.regain();
  const cart = async () => (await api.call('cart', { token: buyer.token })).appliedCoupon?.code;
  await expect.poll(cart, { timeout: 60_000 }).toBe(code);
  await page.goto(phone.url + paths.cart.path);
  const { totalPrice } = await api.call('cart', { token: buyer.token });
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toContainText(`Total${formatUsd(totalPrice)}`);
  await expect(summary.getByRole('button', { name: `Remove coupon ${code}` })).toBeVisible();
});
