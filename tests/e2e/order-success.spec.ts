import {
  amount,
  createOrder,
  expect,
  fillCart,
  goToCheckout,
  openCheckout,
  pay,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import { cutCall } from '#tests/support/page-calls.ts';

test.use({ timezoneId: 'America/New_York' });

test('confirms the order just paid', {
  tag: ['@B15', '@B19', '@K01', '@K02', '@K03', '@K04', '@O11', '@P14'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer({ licenseType: 'FABRIC_SHOP' });
  const plain = await studio.newDesign({ price: 8 });
  const reduced = await studio.newDesign({ price: 12.5, discountedPrice: 9.99, isKit: true });
  await fillCart(api, buyer, plain, reduced);
  await signIn(page, buyer);
  await openCheckout(page);
  await createOrder(page);
  await pay(page);
  await expect(page).toHaveURL('/order-success');

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed');
  await expect(main.getByText('Completed', { exact: true })).toBeVisible();
  const thanks = main.locator('img[src="/thank-you.svg"]');
  await expect(thanks).toBeVisible();
  expect(await thanks.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { orders } = await api.call('orders', { token: buyer.token });
  const [order] = orders;
  const date = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(new Date(order?.createdAt ?? 0));
  await expect(amount(page, 'Order number')).toHaveText(order?.orderNumber ?? '');
  await expect(amount(page, 'Date')).toHaveText(date.replace(' at ', ' ').replace(/\s/g, ' '));
  await expect(amount(page, 'Total')).toHaveText('$17.99');
  await expect(amount(page, 'Email')).toHaveText(buyer.email);

  const items = page.getByRole('region', { name: 'Your designs' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  for (const design of [plain, reduced]) {
    const item = items.filter({ hasText: design.title });
    await expect(item).toContainText('Licence: Fabric shop');
    await expect(item).toContainText(`$${(design.discountedPrice ?? design.price).toFixed(2)}`);
    const button = item.getByRole('button', { name: `Download Now: ${design.title}` });
    await expect(button).toHaveText('Download Now');
  }
  await main.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('while the list of orders does not load', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*orders/] });

  test('still confirms the order just paid after a reload', { tag: ['@K02'] }, async ({
    page,
    api,
    studio,
  }) => {
    const design = await studio.newDesign();
    await cutCall(page, 'orders');
    await goToCheckout(page, api, studio, design);
    await createOrder(page);
    await pay(page);
    const confirmed = page.getByRole('heading', { level: 1, name: 'Order Confirmed' });
    await expect(confirmed).toBeVisible();
    for (const _ of ['the checkout’s document', 'a document of its own']) {
      await page.reload();
      await expect(confirmed).toBeVisible();
      await expect(page.getByRole('heading', { name: design.title })).toBeVisible();
    }
  });
});
