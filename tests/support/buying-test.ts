import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { type CallName, callPath } from '#contract/shop/calls.ts';
import type { Order } from '#contract/shop/order.ts';
import { paths } from '#contract/shop/paths.ts';
import { type Buyer, makeApi, type ShopApi } from './shop-api.ts';
import { test as base, expect } from './shop-test.ts';
import { copyFiles } from './studio-design.ts';

export { expect } from './shop-test.ts';

/** A design that belongs to one journey. Dollars, as on the wire. */
export interface OwnDesign {
  readonly _id: string;
  readonly title: string;
  readonly price: number;
  readonly discountedPrice: number | null;
}

/** What the studio does while buyers shop. */
export interface Studio {
  /** Adds a published design that no other journey buys: one file, or the four of a kit. */
  newDesign(part?: {
    readonly price?: number;
    readonly discountedPrice?: number;
    readonly isKit?: boolean;
  }): Promise<OwnDesign>;
  /** Waits until the catalogue includes the design, as visitors need it. */
  list(design: OwnDesign): Promise<void>;
  reprice(design: OwnDesign, price: number, discountedPrice?: number): void;
  /** Raises its first price as the studio would, so that those who saw it can still pay it. */
  raise(design: OwnDesign, price: number): void;
  retire(design: OwnDesign): void;
  /** An original's bytes, from the server's disk. */
  original(sha256: string): Buffer;
}

interface BuyingFixtures {
  /** A buyer with one paid order for one design, signed in in the page's browser. */
  readonly customer: { readonly buyer: Buyer; readonly order: Order };
}

/** A separate worker fixture gives these journeys a different shop than those that count the catalogue. */
export const test = base.extend<BuyingFixtures, { readonly studio: Studio }>({
  customer: async ({ page, api, shop, studio }, use) => {
    const buyer = await api.newBuyer();
    const order = await buy(api, shop.url, buyer, await studio.newDesign());
    await signIn(page, buyer);
    await use({ buyer, order });
  },
  studio: [
    async ({ shop }, use) => {
      await use(makeStudio(makeApi(shop), shop.dataDir));
    },
    { scope: 'worker' },
  ],
});

const cents = (dollars: number) => Math.round(dollars * 100);
const newId = () => randomBytes(12).toString('hex');

function makeStudio({ sql, call }: ShopApi, dataDir: string): Studio {
  function change(design: OwnDesign, assignment: string, ...values: (string | number)[]): void {
    sql(`UPDATE products SET ${assignment} WHERE id = ?`, ...values, design._id);
    note(design._id);
  }

  function note(productId: string): void {
    const at = new Date().toISOString();
    sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)', productId, at);
  }

  return {
    async newDesign({ price = 8, discountedPrice, isKit = false } = {}) {
      const _id = newId();
      const title = `${isKit ? 'Set' : 'Stripes'} ${_id.slice(0, 6)}`;
      const [source] = sql(
        `SELECT p.id FROM products p JOIN productFiles f ON f.productId = p.id
         WHERE p.isDemo = 1 GROUP BY p.id HAVING count(*) = ? ORDER BY p.id LIMIT 1`,
        isKit ? 4 : 1,
      );
      const from = String(source?.id);
      sql(
        `INSERT INTO products (id, title, description, price, discountedPrice, sku, salesCount,
           designers, status, publishedAt, isDesignerFavourite, archiveSha256, archiveBytes, isDemo,
           updatedAt)
         SELECT ?, ?, description, ?, ${discountedPrice === undefined ? 'NULL' : cents(discountedPrice)},
           ?, 0, designers, 'published', publishedAt, 0, archiveSha256, archiveBytes, 0, updatedAt
         FROM products WHERE id = ?`,
        _id,
        title,
        cents(price),
        `PW-${_id}`,
        from,
      );
      copyFiles(sql, from, _id);
      note(_id);
      return { _id, title, price, discountedPrice: discountedPrice ?? null };
    },
    async list({ _id }) {
      const answers = () =>
        call('product', { params: { id: _id } }).then(
          () => true,
          () => false,
        );
      await expect.poll(answers).toBe(true);
    },
    reprice(design, price, discountedPrice) {
      const discounted = discountedPrice === undefined ? 'NULL' : cents(discountedPrice);
      change(design, `price = ?, discountedPrice = ${discounted}`, cents(price));
    },
    raise(design, price) {
      sql(
        `INSERT INTO endedPrices (productId, cents, endedAt)
         VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ'))`,
        design._id,
        cents(design.price),
      );
      change(design, 'price = ?', cents(price));
    },
    retire: (design) => change(design, "status = 'retired'"),
    original: (sha256) => readFileSync(join(dataDir, 'originals', sha256.slice(0, 2), sha256)),
  };
}

/** Fills in the city, which is folded away with the country. */
export async function fillCity(page: Page, city: string): Promise<void> {
  await page.getByText('Country and city').click();
  await page.getByLabel('City', { exact: true }).fill(city);
}

/** Signs in every page of this browser without the form, as a returning buyer. */
export async function signIn(page: Page, { user, token }: Buyer): Promise<void> {
  await page.context().addInitScript(
    (auth) => {
      if (!localStorage.getItem('auth')) localStorage.setItem('auth', auth);
    },
    JSON.stringify({ user, accessToken: token, approved: user.approved }),
  );
}

export async function signInByForm(
  page: Page,
  { email, password }: Pick<Buyer, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(toast(page, messages.signIn.done)).toBeVisible();
}

/** Signs out by the avatar's menu. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** Fills an account's cart, as if from another device. */
export async function fillCart(
  api: ShopApi,
  { token }: Buyer,
  ...designs: readonly { readonly _id: string }[]
): Promise<void> {
  for (const { _id: productId } of designs) {
    await api.call('cartAdd', { token, body: { productId } });
  }
}

/** Creates a paid order without the screens. */
export async function buy(
  api: ShopApi,
  shopUrl: string,
  buyer: Buyer,
  ...designs: readonly { readonly _id: string }[]
): Promise<Order> {
  const { token, email } = buyer;
  await fillCart(api, buyer, ...designs);
  const { orderId, paypalOrderId } = await api.call('checkout', {
    token,
    body: { customerDetails: { name: 'Hazel Button', email, country: 'Norway', city: 'Bergen' } },
  });
  if (paypalOrderId !== null) {
    const { payments } = await api.call('shopSettings');
    const provider = new URL(payments.sdkUrl.replace('/sdk/js', '/buyer/orders/'), shopUrl);
    const approved = await fetch(new URL(`${paypalOrderId}/approve`, provider), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ source: 'paypal', isDeclined: false }),
    });
    if (!approved.ok) throw new Error(`the provider answered ${approved.status}`);
  }
  return api.call('capturePayment', { token, body: { orderId } });
}

export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
}

/** The header's cart link once it shows `count`. */
export function cartLink(page: Page, count: number): Locator {
  const name = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  return page.getByRole('banner').getByRole('link', { name, exact: true });
}

export function cartLines(page: Page): Locator {
  return page.getByRole('list', { name: 'Designs in your cart' }).getByRole('listitem');
}

/** The amount next to a term in a list of totals or facts. */
export function amount(page: Page, term: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(term, { exact: true }) })
    .getByRole('definition');
}

export async function openCheckout(page: Page): Promise<void> {
  await page.goto(paths.checkout.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
}

/** Shows the checkout to a new buyer with these designs in the cart, or with a new one. */
export async function goToCheckout(
  page: Page,
  api: ShopApi,
  studio: Studio,
  ...designs: readonly OwnDesign[]
): Promise<Buyer> {
  const buyer = await api.newBuyer();
  await fillCart(api, buyer, ...(designs.length > 0 ? designs : [await studio.newDesign()]));
  await signIn(page, buyer);
  await openCheckout(page);
  return buyer;
}

export function acceptTerms(page: Page): Promise<void> {
  return page.getByRole('checkbox', { name: /^I accept the terms/ }).check();
}

export async function createOrder(page: Page): Promise<void> {
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
}

/** Opens the provider's window with one of its buttons and completes it. */
export async function openProvider(
  page: Page,
  button: 'PayPal' | 'Debit or Credit Card' = 'PayPal',
): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: 'Practice payment — no money moves' });
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function pay(page: Page): Promise<void> {
  const dialog = await openProvider(page);
  await dialog.getByRole('button', { name: /^Pay / }).click();
}

/** The bytes and the name of the file that a click saves. */
export async function download(
  page: Page,
  button: Locator,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/** Lets a call reach the server and drops its answer. Returns a function that restores the connection. */
export async function loseAnswer(page: Page, name: CallName): Promise<() => void> {
  const path = callPath(name);
  let isMended = false;
  // Never unrouted: a call in flight at that moment would be handled twice.
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (isMended) return route.fallback();
      await route.fetch();
      await route.abort();
    },
  );
  return () => {
    isMended = true;
  };
}

/** The account's orders and how often each was captured, according to the database. */
export function ordersOf(api: ShopApi, { email }: Buyer) {
  return api.sql(
    `SELECT o.state, o.totalPrice, (SELECT count(*) FROM orderItems i WHERE i.orderId = o.id) AS items,
       (SELECT count(*) FROM paymentEvents e WHERE e.orderId = o.id AND e.kind = 'paid') AS paid
     FROM orders o JOIN accounts a ON a.id = o.accountId WHERE a.email = ? AND o.state != 'void'`,
    email,
  );
}
