import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Hono } from 'hono';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { makeFirstKey } from '#server/licences/cards/keys.ts';
import type { OrderRow } from '#server/orders/payments/order-state.ts';
import { openPaypal } from '#server/orders/payments/paypal.ts';
import { createPracticePaypal } from '#server/orders/payments/practice/practice-paypal.ts';
import {
  openPracticeStore,
  type PracticeStore,
} from '#server/orders/payments/practice/practice-store.ts';
import type { AppServices } from '#server/services.ts';
import { addProduct, type TestProduct } from './add-product.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { call, send } from './call.ts';
import { makeNotice, type SentNotice } from './make-notice.ts';
import { makeServices, type ServiceOverrides } from './make-services.ts';
import { type FaultyProvider, withFaults } from './payment-faults.ts';
import { queuedMails } from './queued-mails.ts';
import { signUp, type TestAccount } from './sign-up.ts';

const webhookId = 'WEBHOOK';

export const customer = { name: 'Ada Lamp', email: 'ada@elsewhere.example', country: '', city: '' };

/** Where mails to the studio go before it has designers. */
export const studioEmail = 'hello@pinwheel.example';

/**
 * The shop with the real PayPal client, connected to the stand-in through a network with faults, and with the key of
 * licence cards that it makes when it starts.
 */
export interface PaymentShop {
  readonly services: AppServices;
  readonly app: Hono;
  readonly provider: FaultyProvider;
  /** The stand-in's records: the truth about the money. */
  readonly practice: PracticeStore;
  readonly buyer: TestAccount;
  pass(milliseconds: number): void;
  /** Resolves once every write started so far has ended. */
  written(): Promise<void>;
  /** Adds a published design with its file. */
  addDesign(product?: TestProduct): Promise<string>;
  /** Adds designs to the buyer's cart. */
  fillCart(...productIds: readonly string[]): Promise<void>;
  checkout(more?: Partial<CallInput<'checkout'>['body']>): Promise<CallAnswer<'checkout'>>;
  /** What a buyer does in the provider's window. */
  approve(paypalOrderId: string | null, isDeclined?: boolean): Promise<void>;
  capture(orderId: string): Promise<Response>;
  order(orderId: string): Promise<OrderRow>;
  /** How many captures of an order took place at the provider. */
  capturesOf(paypalOrderId: string | null): number;
  /** How many orders the provider has ever created. */
  providerOrders(): number;
  salesOf(productId: string): Promise<number>;
  mailsTo(recipient: string): Promise<{ subject: string; text: string }[]>;
  /** A webhook call of the provider. */
  notice(type: string, resource: object): SentNotice;
  sendNotice(notice: SentNotice): Promise<Response>;
}

export async function openPaymentShop(overrides: ServiceOverrides = {}): Promise<PaymentShop> {
  const base = await makeServices(overrides);
  const clientId = 'client';
  const clientSecret = randomBytes(8).toString('hex');
  const file = join(base.env.dataDir, 'practice-paypal.sqlite');
  const practice = openPracticeStore(file);
  atEndOfFile(() => practice.close());
  const { clock, log } = base;
  const standIn = createPracticePaypal({ store: practice, clock, clientId, clientSecret });
  const provider = withFaults(async (path, init) => standIn.request(path, init));
  const gateway = openPaypal({
    clientId,
    clientSecret,
    webhookId,
    apiUrl: '',
    sdkUrl: '/practice-paypal/sdk/js',
    standIn,
    fetch: provider.fetch,
    clock,
    log,
  });
  const services: AppServices = { ...base, gateway };
  await makeFirstKey(services);
  const app = createApp(services);
  const buyer = await signUp(services);
  const { token } = buyer;
  const { read } = services.database;

  return {
    services,
    app,
    provider,
    practice,
    buyer,
    pass: base.pass,
    written: base.written,
    addDesign: (product) =>
      addProduct(services, { files: { 'design.png': randomBytes(64) }, ...product }),
    async fillCart(...productIds) {
      for (const productId of productIds) {
        await call(app, 'cartAdd', { body: { productId }, token });
      }
    },
    async checkout(more) {
      const body = { customerDetails: customer, ...more };
      return (await call(app, 'checkout', { body, token })).answer;
    },
    async approve(paypalOrderId, isDeclined = false) {
      const response = await standIn.request(`/buyer/orders/${paypalOrderId}/approve`, {
        method: 'POST',
        body: JSON.stringify({ source: 'card', isDeclined }),
      });
      if (!response.ok) throw new Error(`the provider took no approval: ${response.status}`);
    },
    capture: (orderId) => send(app, 'capturePayment', { body: { orderId }, token }),
    order: (orderId) =>
      read.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),
    capturesOf: (paypalOrderId) => practice.order(paypalOrderId ?? '')?.captures.length ?? 0,
    providerOrders() {
      const database = new DatabaseSync(file, { readOnly: true });
      const row = database.prepare('SELECT count(*) AS count FROM orders').get();
      database.close();
      return Number(row?.count);
    },
    async salesOf(productId) {
      const product = await read
        .selectFrom('products')
        .select('salesCount')
        .where('id', '=', productId)
        .executeTakeFirstOrThrow();
      return product.salesCount;
    },
    mailsTo: (to) => queuedMails(services, { to }),
    notice: (type, resource) => makeNotice(clientSecret, webhookId, clock(), type, resource),
    sendNotice: async ({ headers, body }) =>
      app.request('/api/payments/webhook', { method: 'POST', headers: { ...headers }, body }),
  };
}

/** An order whose payment the buyer has approved, ready to be captured. */
export async function approvedOrder(
  shop: PaymentShop,
  product: TestProduct = {},
): Promise<{ orderId: string; paypalOrderId: string | null; productId: string }> {
  const productId = await shop.addDesign(product);
  await shop.fillCart(productId);
  const { orderId, paypalOrderId } = await shop.checkout();
  await shop.approve(paypalOrderId);
  return { orderId, paypalOrderId, productId };
}
