import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  createOrder,
  expect,
  fillCart,
  fillCity,
  goToCheckout,
  openCheckout,
  pay,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { failCall, watchCalls } from '#tests/support/page-calls.ts';

const isProviderScript = (url: URL) => url.pathname.endsWith('/sdk/js');

test.describe('a session that ended meanwhile', () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test('is renewed on the way, and what was typed is kept', {
    tag: ['@P09', '@R03'],
  }, async ({ page, api, studio }) => {
    const buyer = await goToCheckout(page, api, studio);
    await fillCity(page, 'Bergen');
    await acceptTerms(page);
    api.sql('DELETE FROM sessions WHERE accountId = ?', buyer.user._id);
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(page).toHaveURL(paths.signIn.path);
    await signInByForm(page, buyer);
    await expect(page).toHaveURL(paths.checkout.path);
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Bergen');
    await createOrder(page);
  });
});

test.describe('a session that ended before the payment was captured', () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] });

  test('is renewed on the way, and the payment continues automatically', async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await goToCheckout(page, api, studio);
    await createOrder(page);
    api.sql('DELETE FROM sessions WHERE accountId = ?', buyer.user._id);
    await pay(page);
    await expect(page).toHaveURL(paths.signIn.path);
    await signInByForm(page, buyer);
    await expect(page).toHaveURL(paths.orderSuccess.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  });
});

test.describe('an order that could not be created', () => {
  test.use({ expectedErrors: [/50[03] \((Internal Server Error|Service Unavailable)\)/] });

  test("is reported, with the server's message if there is one, and loses nothing", {
    tag: ['@T01', '@T02'],
  }, async ({ page, api, studio }) => {
    await goToCheckout(page, api, studio);
    await fillCity(page, 'Bergen');
    await failCall(page, 'checkout');
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(toast(page, 'Error creating order')).toBeVisible();
    const path = callPath('checkout');
    await page.route(
      (url) => url.pathname === path,
      (route) =>
        route.fulfill({
          status: 503,
          json: { code: 'UNAVAILABLE', message: 'The shop is being dusted.' },
        }),
    );
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(toast(page, 'The shop is being dusted.')).toBeVisible();
    await expect(page.getByLabel('City', { exact: true })).toHaveValue('Bergen');

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
  });
});

test.describe('a capture without an answer', () => {
  test.use({ expectedErrors: [/500 \(Internal Server Error\)/] });

  test('is reported, and retried without a second payment', { tag: ['@T02'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await goToCheckout(page, api, studio);
    await createOrder(page);
    await failCall(page, 'capturePayment');
    await pay(page);
    await expect(toast(page, 'Error capturing payment')).toBeVisible();
    await expect(page.getByRole('button', { name: 'PayPal' })).toHaveCount(0);

    await page.unrouteAll();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(toast(page, 'Payment successful!')).toBeVisible();
    await expect(page).toHaveURL(paths.orderSuccess.path);
    expect(api.sql('SELECT state FROM orders WHERE customerEmail = ?', buyer.email)).toMatchObject([
      { state: 'paid' },
    ]);
  });
});

test.describe('a provider whose script does not load', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('is logged, and can be retried next to the order', { tag: ['@J12'] }, async ({
    page,
    api,
    studio,
  }) => {
    await page.route(isProviderScript, (route) => route.abort());
    await goToCheckout(page, api, studio);
    await acceptTerms(page);
    const logged = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.getByRole('button', { name: 'Create Order' }).click();
    expect((await logged).text()).toContain('The payment provider failed');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Payment could not load. Try again');
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');

    await page.unroute(isProviderScript);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
});

test('tells a pending account that it is not approved', { tag: ['@A08', '@R04'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer({ status: 'pending' });
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  const asked = watchCalls(page, 'checkout');
  await openCheckout(page);
  await expect(page.getByText(messages.approval.waiting)).toBeVisible();
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(toast(page, 'You are not an approved user.')).toBeVisible();
  await expect(page).toHaveURL(paths.checkout.path);
  expect(asked).toEqual([]);
});

test.describe('offline', () => {
  // What the page loads when idle may still be in flight.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('creates no order, and says why', async ({ page, api, studio }) => {
    await goToCheckout(page, api, studio);
    await acceptTerms(page);
    await page.context().setOffline(true);
    const create = page.getByRole('button', { name: 'Create Order' });
    await expect(create).toBeDisabled();
    await expect(page.getByRole('status').getByText(/^You’re offline\./)).toBeVisible();
    await page.context().setOffline(false);
    await create.click();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
  });
});
