import { expect, test } from 'vitest';
import { session } from '#api/session.ts';
import { paths } from '#contract/shop/paths.ts';
import { createOrder } from '#features/checkout/create-order.ts';
import { refreshTexts } from '#features/checkout/use-ordering.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';

test('an order says which licence was shown, and a refusal shows the one that the account has now', async () => {
  const user = newUser({ licenseType: 'SMALL_BUSINESS' });
  const shop = await openShop({
    path: paths.terms.path,
    user,
    prepare({ handlers }) {
      handlers.checkout = () => ({
        orderId: 'd'.repeat(24),
        paypalOrderId: 'PAYPAL',
        totalPrice: 8,
      });
    },
  });
  await createOrder('a'.repeat(24), {
    details: { name: 'Ada', email: user.email, country: '', city: '' },
    termsVersion: '2026-11',
    licence: { licenseType: 'SMALL_BUSINESS', version: '2026-12' },
    expectedTotal: 8,
    productIds: ['b'.repeat(24)],
  });
  expect(shop.bodiesOf('checkout')).toMatchObject([
    { licenseType: 'SMALL_BUSINESS', licenceTextVersion: '2026-12' },
  ]);

  shop.account.user = { ...user, licenseType: 'FABRIC_SHOP' };
  refreshTexts();

  await expect.poll(() => session.getState().user?.licenseType).toBe('FABRIC_SHOP');
});
