import { messages } from '#contract/messages/messages.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  cartLines,
  cartLink,
  createOrder,
  expect,
  fillCart,
  goToCheckout,
  loseAnswer,
  openCheckout,
  openProvider,
  ordersOf,
  pay,
  signIn,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { holdCall, watchCalls } from '#tests/support/page-calls.ts';

test.describe('a declined card', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*capture-payment/] });

  test('leads to another one, and pays once', { tag: ['@core', '@J10', '@T01'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await goToCheckout(page, api, studio);
    await createOrder(page);
    const first = await openProvider(page, 'Debit or Credit Card');
    await first.getByRole('radio', { name: /declined$/ }).check();
    await first.getByRole('button', { name: /^Pay / }).click();
    await expect(page.getByRole('status').getByText(messages.checkout.declined)).toBeVisible();
    await expect(cartLink(page, 1)).toBeVisible();
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'provider_created', paid: 0 }]);

    const second = await openProvider(page, 'Debit or Credit Card');
    await second.getByRole('radio', { name: /works$/ }).check();
    await second.getByRole('button', { name: /^Pay / }).click();
    await expect(page).toHaveURL(paths.orderSuccess.path);
    await expect(cartLink(page, 0)).toBeVisible();
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
  });
});

test('pays once in two tabs', { tag: ['@core', '@J11', '@S18'] }, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await openCheckout(tab);
    await createOrder(tab);
  }
  expect(ordersOf(api, buyer)).toHaveLength(1);
  await pay(page);
  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(other.getByRole('heading', { name: messages.checkout.cartEmpty })).toBeVisible();
  await expect(other.getByRole('button', { name: 'PayPal' })).toHaveCount(0);
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
});

test('requires a new order if another tab has changed the cart', {
  tag: ['@core', '@J07', '@S17'],
}, async ({ page, api, studio }) => {
  const [kept, unwanted] = [await studio.newDesign(), await studio.newDesign()];
  const buyer = await goToCheckout(page, api, studio, kept, unwanted);
  await createOrder(page);
  const other = await page.context().newPage();
  await other.goto(paths.cart.path);
  await other.getByRole('button', { name: `Remove ${unwanted.title}` }).click();
  await expect(page.getByRole('status').getByText(/^Your cart has changed/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'PayPal' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page.getByText('Your order is ready. Pay $8.00 with')).toBeVisible();
  expect(ordersOf(api, buyer)).toMatchObject([{ totalPrice: 800, items: 1 }]);
});

test('pays once what both tabs approved', { tag: ['@core', '@S18'] }, async ({
  page,
  api,
  studio,
}) => {
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  const other = await page.context().newPage();
  const releases: (() => void)[] = [];
  for (const tab of [page, other]) {
    await openCheckout(tab);
    await createOrder(tab);
    releases.push(await holdCall(tab, 'capturePayment'));
  }
  for (const tab of [page, other]) {
    await pay(tab);
    await expect(tab.getByText('Processing Payment...')).toBeVisible();
  }
  for (const release of releases) release();
  for (const tab of [page, other]) await expect(tab).toHaveURL(paths.orderSuccess.path);
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
});

test('continues after a reload before, during and after the payment', {
  tag: ['@core', '@J09', '@J10', '@S18'],
}, async ({ page, api, studio }) => {
  const buyer = await goToCheckout(page, api, studio);
  await createOrder(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
  expect(ordersOf(api, buyer)).toHaveLength(1);

  const release = await holdCall(page, 'capturePayment');
  const captures = watchCalls(page, 'capturePayment');
  await pay(page);
  await expect(page.getByText('Processing Payment...')).toBeVisible();
  await page.reload();
  await expect.poll(() => captures.length).toBe(2);
  release();
  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
});

test.describe('an answer lost after the money moved', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('is requested again by a reload, and paid once', { tag: ['@core', '@J11', '@T02'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await goToCheckout(page, api, studio);
    await createOrder(page);
    const mend = await loseAnswer(page, 'capturePayment');
    await pay(page);
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
    await expect(toast(page, 'Error capturing payment')).toBeVisible();
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
    mend();
    await page.reload();
    await expect(page).toHaveURL(paths.orderSuccess.path);
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
  });

  test('is requested again once the network is back, although the cart was emptied', {
    tag: ['@core', '@J11'],
  }, async ({ page, api, studio }) => {
    const buyer = await goToCheckout(page, api, studio);
    await createOrder(page);
    const mend = await loseAnswer(page, 'capturePayment');
    const captures = watchCalls(page, 'capturePayment');
    await pay(page);
    const askAgain = page.getByRole('button', { name: 'Check again' });
    await expect(askAgain).toBeVisible();
    const comeBack = () => page.evaluate(() => void dispatchEvent(new Event('online')));

    await comeBack();
    await expect(cartLink(page, 0)).toBeVisible();
    await expect.poll(() => captures.length).toBe(2);
    await expect(askAgain).toBeVisible();
    await expect(page.getByText(messages.checkout.cartEmpty)).toHaveCount(0);

    mend();
    await comeBack();
    await expect(page).toHaveURL(paths.orderSuccess.path);
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
  });

  test('creates no second order if the answer to creating it was lost', {
    tag: ['@core', '@S17', '@T02'],
  }, async ({ page, api, studio }) => {
    const buyer = await goToCheckout(page, api, studio);
    const mend = await loseAnswer(page, 'checkout');
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(toast(page, 'Error creating order')).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
    expect(ordersOf(api, buyer)).toHaveLength(1);
  });
});

test('goes back and forth without losing or repeating anything', {
  tag: ['@core', '@J09', '@J11'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const design = await studio.newDesign();
  await fillCart(api, buyer, design);
  await signIn(page, buyer);
  await page.goto(paths.cart.path);
  await page.getByRole('link', { name: 'Proceed' }).click();
  await createOrder(page);
  await page.goBack();
  await expect(page).toHaveURL(paths.cart.path);
  await expect(cartLines(page)).toHaveText([new RegExp(design.title)]);
  await page.goForward();
  await expect(page).toHaveURL(paths.checkout.path);
  await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
  await pay(page);
  await expect(page).toHaveURL(paths.orderSuccess.path);

  await page.goBack();
  await expect(page).toHaveURL(paths.cart.path);
  await expect(page.getByRole('heading', { name: messages.checkout.cartEmpty })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
});

test('does once what is clicked twice', { tag: ['@core', '@J07', '@S10', '@S17', '@S18'] }, async ({
  page,
  api,
}) => {
  const buyer = await api.newBuyer();
  const [design] = (await api.products()).filter(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  await signIn(page, buyer);
  const creates = watchCalls(page, 'checkout');
  const captures = watchCalls(page, 'capturePayment');
  await page.goto(productPath(design._id));
  await page.getByRole('button', { name: 'Add to Cart' }).dblclick();
  await cartLink(page, 1).click();
  await expect(cartLines(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Proceed' }).dblclick();
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Create Order' }).dblclick();
  const dialog = await openProvider(page);
  await dialog.getByRole('button', { name: /^Pay / }).dblclick();
  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  expect(creates).toHaveLength(1);
  expect(captures).toHaveLength(1);
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', items: 1, paid: 1 }]);
});
