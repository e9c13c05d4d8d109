import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { dpiOf, sha256, zipEntries } from '#tests/support/bought-bytes.ts';
import {
  acceptTerms,
  buy,
  cartLink,
  createOrder,
  download,
  expect,
  goToCheckout,
  openProvider,
  ordersOf,
  pay,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import type { Buyer } from '#tests/support/shop-api.ts';

test('a visitor finds a pattern, signs in, pays and gets the 350 DPI file', {
  tag: ['@core', '@A01', '@A05', '@J10', '@J11', '@K03', '@O11', '@P09', '@S31', '@T02'],
}, async ({ page, api, shop, studio }) => {
  const buyer = await api.newBuyer();
  await page.goto(paths.home.path);
  await page.getByRole('main').getByRole('link', { name: 'Shop All' }).first().click();
  await expect(page).toHaveURL(paths.shop.path);
  const pattern = (await api.products()).find(
    ({ files, isBuyable, price }) => isBuyable && files.length === 1 && price > 0,
  );
  if (!pattern) throw new Error('The studio has no pattern');
  await page.getByRole('main').getByRole('link', { name: pattern.title }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Item added to cart')).toBeVisible();
  await cartLink(page, 1).click();
  await page.getByRole('link', { name: 'Proceed' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hazel Button');
  await page.getByRole('button', { name: 'Create Order' }).click();
  await signInByForm(page, buyer);
  await expect(page).toHaveURL(paths.checkout.path);
  await createOrderWithEmail(page, buyer);
  const dialog = await openProvider(page, 'Debit or Credit Card');
  await dialog.getByRole('button', { name: /^Pay / }).click();
  await expect(toast(page, 'Payment successful!')).toBeVisible();

  await expect(page).toHaveURL(paths.orderSuccess.path);
  const button = page.getByRole('button', { name: `Download Now: ${pattern.title}` });
  const saved = await download(page, button);
  const [row] = api.sql('SELECT name, sha256 FROM productFiles WHERE productId = ?', pattern._id);
  expect(saved.name).toBe(row?.name);
  expect(saved.name).toMatch(/\.png$/);
  expect(saved.bytes.equals(studio.original(String(row?.sha256)))).toBe(true);
  expect(dpiOf(saved.bytes)).toEqual([350, 350]);

  await page.getByRole('link', { name: 'My orders' }).first().click();
  await page.getByRole('button', { name: /^Details and downloads/ }).click();
  const again = await download(page, button);
  expect(sha256(again.bytes)).toBe(row?.sha256);
  expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
  expect((await api.call('cart', { token: buyer.token })).items).toEqual([]);
  await expect
    .poll(() =>
      shop
        .mails()
        .filter((mail) => mail.includes(buyer.email))
        .join(),
    )
    .toContain('Your receipt for order');
});

/** The e-mail was left empty before the sign-in. */

async function createOrderWithEmail(page: Page, { email }: Buyer): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await createOrder(page);
}

test('delivers a kit as one ZIP, and as separate files', {
  tag: ['@core', '@A01', '@K03', '@S31'],
}, async ({ page, api, studio }) => {
  const kit = await studio.newDesign({ isKit: true });
  await goToCheckout(page, api, studio, kit);
  await createOrder(page);
  await pay(page);
  await expect(page).toHaveURL(paths.orderSuccess.path);
  const whole = page.getByRole('button', { name: `Download Now: ${kit.title}` });
  const zip = await download(page, whole);
  expect(zip.name).toBe(`${kit.title}.zip`);
  const rows = api.sql(
    'SELECT name, sha256 FROM productFiles WHERE productId = ? ORDER BY position',
    kit._id,
  );
  expect(rows).toHaveLength(4);
  const entries = zipEntries(zip.bytes);
  expect([...entries].map(([name, bytes]) => ({ name, sha256: sha256(bytes) }))).toEqual(rows);

  await page.getByRole('link', { name: 'My orders' }).first().click();
  await page.getByRole('button', { name: /^Details and downloads/ }).click();
  const all = await download(
    page,
    page.getByRole('button', { name: `Download all as ZIP: ${kit.title}` }),
  );
  expect(all.bytes.equals(zip.bytes)).toBe(true);
  for (const row of rows) {
    const one = await download(page, page.getByRole('button', { name: `Download: ${row.name}` }));
    expect(one.name).toBe(row.name);
    expect(one.bytes.equals(studio.original(String(row.sha256)))).toBe(true);
    expect(dpiOf(one.bytes)).toEqual([350, 350]);
  }
});

test('completes an order that costs nothing without the provider', {
  tag: ['@core', '@O12', '@S17'],
}, async ({ page, api, studio }) => {
  const gift = await studio.newDesign({ price: 6, discountedPrice: 0 });
  await goToCheckout(page, api, studio, gift);
  const answered = page.waitForResponse((response) => response.url().endsWith('/orders/checkout'));
  let scripts = 0;
  page.on('request', (request) => {
    if (request.url().includes('/sdk/js')) scripts += 1;
  });
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Create Order' }).click();
  expect(await (await answered).json()).toMatchObject({ paypalOrderId: null, totalPrice: 0 });
  await expect(page).toHaveURL(paths.orderSuccess.path);
  await expect(toast(page, 'Payment successful!')).toBeVisible();
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
  const button = page.getByRole('button', { name: `Download Now: ${gift.title}` });
  expect(dpiOf((await download(page, button)).bytes)).toEqual([350, 350]);
  expect(scripts).toBe(0);
});

test('keeps a paid file from everybody else', { tag: ['@core', '@A05', '@R06', '@S31'] }, async ({
  page,
  api,
  shop,
  studio,
}) => {
  const buyer = await api.newBuyer();
  const stranger = await api.newBuyer();
  const order = await buy(api, shop.url, buyer, await studio.newDesign());
  await signIn(page, stranger);
  await page.goto(paths.myOrders.path);
  await expect(page.getByRole('heading', { name: messages.orders.empty })).toBeVisible();
  const link = order.items[0]?.downloadLink ?? '';
  const ask = (token: string) =>
    page.request.get(link, token === '' ? {} : { headers: { Authorization: `Bearer ${token}` } });
  expect((await ask('')).status()).toBe(401);
  expect((await ask(stranger.token)).status()).toBe(404);
  const own = await ask(buyer.token);
  expect(own.status()).toBe(200);
  expect(own.url()).toContain('/files/');
});
