import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { paths, productPath } from '#contract/paths.ts';
import {
  acceptTerms,
  buy,
  cartLines,
  cartLink,
  createOrder,
  download,
  expect,
  fillCart,
  loseAnswer,
  openCheckout,
  openProvider,
  pay,
  signIn,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { holdCall, watchCalls } from '#tests/support/page-calls.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Pixels per inch that a PNG says of itself, across and down. */
function dpiOf(png: Buffer): readonly number[] {
  const at = png.indexOf('pHYs');
  const perMetre = [png.readUInt32BE(at + 4), png.readUInt32BE(at + 8)];
  expect(png[at + 12], 'the unit is the metre').toBe(1);
  return perMetre.map((pixels) => Math.round(pixels * 0.0254));
}

/** The entries of a ZIP whose files are stored as they are. */
function zipEntries(zip: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(name, zip.subarray(start, start + size));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The account's orders and how often each was captured, as the database has them. */
function ordersOf(api: ShopApi, { email }: Buyer) {
  return api.sql(
    `SELECT o.state, o.totalPrice, (SELECT count(*) FROM orderItems i WHERE i.orderId = o.id) AS items,
       (SELECT count(*) FROM paymentEvents e WHERE e.orderId = o.id AND e.kind = 'paid') AS paid
     FROM orders o JOIN accounts a ON a.id = o.accountId WHERE a.email = ? AND o.state != 'void'`,
    email,
  );
}

test('a visitor finds a pattern, signs in, pays and has the 350 DPI file', {
  tag: ['@A01', '@A04', '@A05', '@A09', '@J10', '@J11', '@K03', '@O11', '@P09', '@S31', '@T02'],
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

/** The e-mail was left empty on the way to the sign-in. */
async function createOrderWithEmail(page: Page, { email }: Buyer): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await createOrder(page);
}

test('hands a kit out as one ZIP, and each file by itself', {
  tag: ['@A01', '@K03', '@S31'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const kit = await studio.newDesign({ isKit: true });
  await fillCart(api, buyer, kit);
  await signIn(page, buyer);
  await openCheckout(page);
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
  tag: ['@O12', '@S17'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  const gift = await studio.newDesign({ price: 6, discountedPrice: 0 });
  await fillCart(api, buyer, gift);
  await signIn(page, buyer);
  await openCheckout(page);
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

test.describe('a declined card', () => {
  test.use({ expectedErrors: [/409 \(Conflict\).*capture-payment/] });

  test('leads to another one, and pays once', { tag: ['@J10', '@T01'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await api.newBuyer();
    await fillCart(api, buyer, await studio.newDesign());
    await signIn(page, buyer);
    await openCheckout(page);
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

test('pays once in two tabs', { tag: ['@J11', '@S18'] }, async ({ page, api, studio }) => {
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

test('pays once what both tabs approved', { tag: ['@S18'] }, async ({ page, api, studio }) => {
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

test('goes on after a reload before, during and after the payment', {
  tag: ['@J09', '@J10', '@S18'],
}, async ({ page, api, studio }) => {
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  await openCheckout(page);
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

  test('is asked for again by a reload, and paid once', { tag: ['@J11', '@T02'] }, async ({
    page,
    api,
    studio,
  }) => {
    const buyer = await api.newBuyer();
    await fillCart(api, buyer, await studio.newDesign());
    await signIn(page, buyer);
    await openCheckout(page);
    await createOrder(page);
    const mend = await loseAnswer(page, 'capturePayment');
    await pay(page);
    await expect(page.getByRole('button', { name: 'Ask again how it went' })).toBeVisible();
    await expect(toast(page, 'Error capturing payment')).toBeVisible();
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
    await mend();
    await page.reload();
    await expect(page).toHaveURL(paths.orderSuccess.path);
    expect(ordersOf(api, buyer)).toMatchObject([{ state: 'paid', paid: 1 }]);
  });

  test('makes no second order where creating it was what got lost', {
    tag: ['@S17', '@T02'],
  }, async ({ page, api, studio }) => {
    const buyer = await api.newBuyer();
    await fillCart(api, buyer, await studio.newDesign());
    await signIn(page, buyer);
    await openCheckout(page);
    const mend = await loseAnswer(page, 'checkout');
    await acceptTerms(page);
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(toast(page, 'Error creating order')).toBeVisible();
    await mend();
    await page.getByRole('button', { name: 'Create Order' }).click();
    await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
    expect(ordersOf(api, buyer)).toHaveLength(1);
  });
});

test('goes back and forth without losing or repeating anything', { tag: ['@J09', '@J11'] }, async ({
  page,
  api,
  studio,
}) => {
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

test('does once what is clicked twice', { tag: ['@J07', '@S10', '@S17', '@S18'] }, async ({
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

test('can be done with the keyboard alone', { tag: ['@A05', '@J07', '@K03'] }, async ({
  page,
  api,
}) => {
  const buyer = await api.newBuyer();
  const [design] = (await api.products()).filter(({ isBuyable, price }) => isBuyable && price > 0);
  if (!design) throw new Error('The studio has no designs');
  const { keyboard } = page;
  await page.goto(productPath(design._id));
  await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }));
  await keyboard.press('Enter');
  await expect(toast(page, 'Item added to cart')).toBeVisible();
  await tabTo(page, cartLink(page, 1), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Cart' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Proceed' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await tabTo(page, page.getByRole('button', { name: 'Create Order' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await tabTo(page, page.getByLabel('Email'));
  await keyboard.type(buyer.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type(buyer.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }));
  await keyboard.type('Hazel Button');
  await tabTo(page, page.getByRole('textbox', { name: 'Email', exact: true }));
  await keyboard.type(buyer.email);
  await tabTo(page, page.getByRole('checkbox', { name: /^I accept the terms/ }));
  await keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Create Order' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'PayPal' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Practice payment/ });
  await tabTo(page, dialog.getByRole('button', { name: /^Pay / }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Confirmed' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: `Download Now: ${design.title}` }));
  const saving = page.waitForEvent('download');
  await keyboard.press('Enter');
  expect(await (await saving).failure()).toBeNull();
});

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () =>
    target.evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot;
      return root.activeElement === element;
    });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
}

test('keeps a paid file from everybody else', { tag: ['@R06', '@S31'] }, async ({
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
