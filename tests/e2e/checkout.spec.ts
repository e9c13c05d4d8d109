import { callPath } from '#contract/shop/calls.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  amount,
  buy,
  cartLink,
  createOrder,
  expect,
  fillCart,
  fillCity,
  goToCheckout,
  openCheckout,
  openProvider,
  pay,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { holdCall, watchCalls } from '#tests/support/page-calls.ts';

test('asks for the customer, and shows who is signed in', {
  tag: ['@B14', '@J01', '@J02'],
}, async ({ page, api, studio }) => {
  const buyer = await goToCheckout(page, api, studio);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Customer Details' })).toBeVisible();
  const field = (name: string) => main.getByRole('textbox', { name, exact: true });
  await expect(field('Name')).toHaveValue('Hazel Button');
  await expect(field('Email')).toHaveValue(buyer.email);
  await expect(field('Name')).toHaveAttribute('required');
  await expect(field('Email')).toHaveAttribute('required');
  for (const name of ['Country', 'City']) {
    const optional = main.getByLabel(name, { exact: true });
    await expect(optional).toHaveValue('');
    await expect(optional).not.toHaveAttribute('required');
  }
  await expect(main).toContainText(`Signed in as ${buyer.email}`);
  // On a phone, all of that and the total are in the first screen.
  await page.setViewportSize({ width: 360, height: 844 });
  const create = await main.getByRole('button', { name: 'Create Order · $8.00' }).boundingBox();
  expect(create ? create.y + create.height : Infinity).toBeLessThanOrEqual(844);

  await main.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(paths.signIn.path);
  await expect(cartLink(page, 0)).toBeVisible();
  await signInByForm(page, buyer);
  await expect(page).toHaveURL(paths.checkout.path);
  await expect(cartLink(page, 1)).toBeVisible();
});

test('fills in country and city from the newest order', { tag: ['@J01'] }, async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await buy(api, shop.url, buyer, design);
  await fillCart(api, buyer, design);
  await signIn(page, buyer);
  await openCheckout(page);
  const main = page.getByRole('main');
  await expect(main.getByLabel('Country', { exact: true })).toHaveValue('Norway');
  await expect(main.getByLabel('City', { exact: true })).toHaveValue('Bergen');
  await expect(main).toContainText('You already own this design.');
  await fillCity(page, 'Oslo');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(main.getByLabel('City', { exact: true })).toHaveValue('Oslo');
});

test('summarises what is about to be bought, and under which licence', {
  tag: ['@J03', '@J04', '@J05', '@J06', '@P20', '@U07', '@U08'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer({ licenseType: 'FABRIC_SHOP' });
  const plain = await studio.newDesign({ price: 8 });
  const reduced = await studio.newDesign({ price: 12.5, discountedPrice: 9.99 });
  await fillCart(api, buyer, plain, reduced);
  await signIn(page, buyer);
  await openCheckout(page);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('2 items');
  const line = (title: string) => summary.getByRole('listitem').filter({ hasText: title });
  await expect(line(plain.title).locator('img')).toBeVisible();
  await expect(line(plain.title)).toContainText('$8.00');
  await expect(line(plain.title)).not.toContainText('% off');
  await expect(line(reduced.title).locator('img')).toBeVisible();
  await expect(line(reduced.title)).toContainText('$9.99');
  await expect(line(reduced.title).locator('s')).toContainText('$12.50');
  await expect(line(reduced.title)).toContainText('20% off');
  await expect(amount(page, 'Subtotal')).toHaveText('$17.99');
  await expect(amount(page, 'Taxes')).toHaveText('$0.00');
  await expect(amount(page, 'Total')).toHaveText('$17.99');
  await expect(summary).toContainText('Your licence: Fabric shop');
  await expect(page.getByRole('textbox', { name: /promo|coupon|code/i })).toHaveCount(0);

  const edit = summary.getByRole('link', { name: 'Edit Cart' });
  expect((await edit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await edit.click();
  await expect(page).toHaveURL(paths.cart.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Cart');
});

test('tells a buyer who buys a design again that this adds a licence', { tag: ['@J04'] }, async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const [owned, fresh] = [await studio.newDesign(), await studio.newDesign()];
  await buy(api, shop.url, buyer, owned);
  await fillCart(api, buyer, owned, fresh);
  await signIn(page, buyer);
  await openCheckout(page);
  const notice = 'Buying it again adds another single-file licence for 100 items.';
  const line = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(line(owned.title)).toContainText(notice);
  await expect(line(fresh.title)).not.toContainText(notice);
});

test('validates name and e-mail before it calls the shop', { tag: ['@Q12'] }, async ({
  page,
  api,
  studio,
}) => {
  const asked = watchCalls(page, 'checkout');
  await goToCheckout(page, api, studio);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await name.fill('  ');
  await email.fill('');
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Please accept the terms to continue.')).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();

  await name.fill('H');
  await expect(page.getByText('Name is required')).toHaveCount(0);
  await expect(page.getByText('Email is required')).toBeVisible();
  await email.fill('h');
  await expect(page.getByText('Email is required')).toHaveCount(0);
  await acceptTerms(page);
  await expect(page.getByText('Please accept the terms to continue.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  expect(asked).toEqual([]);
});

test('creates the order, then offers payment, then captures it', {
  tag: ['@J07', '@J08', '@J09', '@J10', '@J11', '@O12', '@S17', '@S18', '@T02'],
}, async ({ page, api, studio }) => {
  const design = await studio.newDesign({ price: 8 });
  const buyer = await goToCheckout(page, api, studio, design);
  const create = page.getByRole('button', { name: 'Create Order' });
  const provider = page.getByRole('button', { name: /^(PayPal|Debit or Credit Card)$/ });
  await expect(create).toBeVisible();
  await expect(provider).toHaveCount(0);

  const answerCreate = await holdCall(page, 'checkout');
  const asked = page.waitForRequest((request) => request.url().endsWith(callPath('checkout')));
  await fillCity(page, 'Bergen');
  await page.getByLabel('Country', { exact: true }).fill('Norway');
  await acceptTerms(page);
  await create.click();
  await expect(page.getByRole('button', { name: 'Creating Order...' })).toBeDisabled();
  await expect(provider).toHaveCount(0);
  expect((await asked).postDataJSON()).toMatchObject({
    customerDetails: {
      name: 'Hazel Button',
      email: buyer.email,
      country: 'Norway',
      city: 'Bergen',
    },
    expectedTotal: 8,
    productIds: [design._id],
  });
  answerCreate();
  await expect(provider).toHaveText(['PayPal', 'Debit or Credit Card']);
  await expect(create).toHaveCount(0);
  const [row] = api.sql(
    'SELECT id AS orderId, providerOrderId AS paypalOrderId, state FROM orders WHERE customerEmail = ?',
    buyer.email,
  );
  const kept = await page.evaluate(() => sessionStorage.getItem('placed-order'));
  expect(JSON.parse(kept ?? '')).toMatchObject({
    orderId: row?.orderId,
    paypalOrderId: row?.paypalOrderId,
  });

  const answerCapture = await holdCall(page, 'capturePayment');
  const captured = page.waitForRequest((request) =>
    request.url().endsWith(callPath('capturePayment')),
  );
  const refetches = watchCalls(page, 'cart');
  await pay(page);
  await expect(page.getByRole('status').getByText('Processing Payment...')).toBeVisible();
  expect((await captured).postDataJSON()).toEqual({ orderId: row?.orderId });
  expect(refetches).toEqual([]);
  answerCapture();
  await expect(toast(page, 'Payment successful!')).toBeVisible();
  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
  await expect.poll(() => refetches.length).toBeGreaterThan(0);
  await expect(cartLink(page, 0)).toBeVisible();
});

test('lets a visitor fill everything in, and requires sign-in to create the order', {
  tag: ['@A05', '@P09'],
}, async ({ page, api }) => {
  const buyer = await api.newBuyer();
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  const asked = watchCalls(page, 'checkout');
  await page.goto(productPath(design._id));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page, 1)).toBeVisible();
  await openCheckout(page);
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ida Thread');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ida@shop.example');
  await fillCity(page, 'Bergen');
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page).toHaveURL(paths.signIn.path);
  await signInByForm(page, buyer);
  await expect(page).toHaveURL(paths.checkout.path);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ida Thread');
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Bergen');
  await expect(page.getByRole('listitem').filter({ hasText: design.title })).toBeVisible();
  expect(asked).toEqual([]);
  await createOrder(page);
});

test("lets a buyer cancel in the provider's window", async ({ page, api, studio }) => {
  const buyer = await goToCheckout(page, api, studio);
  await createOrder(page);
  const dialog = await openProvider(page, 'Debit or Credit Card');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').getByText(/hasn’t been approved yet/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Debit or Credit Card' })).toBeEnabled();
  await page.getByRole('button', { name: 'Change my details' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await createOrder(page);
  expect(api.sql('SELECT state FROM orders WHERE customerEmail = ?', buyer.email)).toMatchObject([
    { state: 'provider_created' },
  ]);
});
