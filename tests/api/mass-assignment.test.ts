import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { createApp } from '#server/app.ts';
import { cartSet, setId } from '#server/lists/product-set.ts';
import { makeUnsubscribeToken } from '#server/lists/saved-searches/unsubscribe-token.ts';
import { addCoupon } from '#tests/support/add-coupon.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call } from '#tests/support/call.ts';
import { canaries, canary, foundCanaries, withMore } from '#tests/support/canaries.ts';
import { fields, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode, resetToken } from '#tests/support/reset-flow.ts';
import { undoToken } from '#tests/support/undo-token.ts';

/**
 * Sends every valid body of the shop's calls with the name of each database column added to each of its
 * objects: the call has the same effect, and none of the extra is stored.
 */

type BodyCall = {
  [N in CallName]: (typeof calls)[N] extends { body: object } ? N : never;
}[CallName];

const email = 'ada@shop.example';
const password = 'cotton and thread';
const newPassword = 'needle and bobbin';

let services: TestServices;
let app: Hono;
let token: string;
let deviceId: string;
let searchId: string;
let more: Readonly<Record<string, string>>;
/** In an order in which all of them succeed. */
let bodies: Readonly<Record<BodyCall, () => object | Promise<object>>>;

beforeAll(async () => {
  services = await makeServices({ limitFactor: 1_000_000 });
  app = createApp(services);
  more = await canaries(services);
  await setStatus(services, 'On');
  await addCoupon(services);
  const productId = await addProduct(services, { files: { 'design.png': Buffer.from('moons') } });
  await call(app, 'register', { body: registration({ email, password }) });
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'approved' }).execute(),
  );
  const { answer } = await call(app, 'login', { body: { email, password } });
  token = answer.token;
  const { answer: settings } = await call(app, 'shopSettings', {});
  const accountId = answer._id;
  const { devices } = (await call(app, 'devices', { token })).answer;
  deviceId = devices[0]?.id ?? '';
  const search = { words: 'moons', filters: '' };
  const { searches } = (await call(app, 'saveSearch', { token, body: search })).answer;
  searchId = searches[0]?.id ?? '';
  await services.database.write((tx) =>
    tx.insertInto('yearlyLicences').values({ accountId, endsOn: '2027-06-12' }).execute(),
  );
  const order = await addOrder(services, { accountId, productIds: [productId] });
  const cartId = setId(cartSet, accountId);
  const customerDetails = { name: 'Ada', email, country: '', city: '' };
  const licence = { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@fabricfox' };
  const view = { layout: 'mirror', percent: 80, thing: null, picture: 0, beside: [] };
  bodies = {
    packSize: () => ({ ids: [productId] }),
    wishlistAdd: () => ({ productId, view }),
    cartAdd: () => ({ productId, view }),
    cartRemove: () => ({ productId: '0'.repeat(24) }),
    couponApply: () => ({ code: 'TEN', cartId }),
    couponRemove: () => ({ cartId }),
    checkout: () => ({
      customerDetails,
      expectedTotal: 12,
      productIds: [productId],
      acceptedTermsVersion: settings.termsVersion,
      licenceTextVersion: '2026-11',
    }),
    capturePayment: () => ({ orderId: order.id }),
    countSold: () => ({
      licenceId: order.itemIds[0],
      delta: 1,
      at: '2026-06-01T10:00:00.000Z',
      opId: crypto.randomUUID(),
    }),
    customRequest: () => fields,
    customsNews: () => ({ isWanted: true }),
    pushNews: () => ({ kind: 'priceDrops' }),
    yearlyReminder: () => ({ wantsReminder: false }),
    saveSearch: () => ({ words: 'foxes', filters: '' }),
    changeSearch: () => ({ hasMail: false }),
    unsubscribe: () => ({ token: makeUnsubscribeToken(services.signingKey, accountId) }),
    renameDevice: () => ({ name: 'Laptop' }),
    register: () => registration({ email: 'eve@shop.example' }),
    login: () => ({ email, password }),
    sendOtp: () => ({ email }),
    async verifyOtp() {
      const step = await askForCode(app, services, email);
      return { token: step.token, otp: Number(step.code) };
    },
    resetPassword: async () => ({ token: await resetToken(app, services, email), password }),
    updateUser: () => ({
      ...registration({ email, password: newPassword }),
      oldPassword: password,
    }),
    undoEmailChange: async () => ({ token: await undoToken(services) }),
    updateLicence: () => licence,
    deleteAccount: () => ({ password: newPassword }),
  };
});

async function sendWithMore(name: BodyCall): Promise<Response> {
  const { method, bodyType }: Call = calls[name];
  // A reset signs out everywhere.
  if (name === 'updateUser') {
    ({ token } = (await call(app, 'login', { body: { email, password } })).answer);
  }
  const body = await bodies[name]();
  const headers = { Authorization: `Bearer ${token}` };
  if (bodyType !== 'multipart') {
    const id = name === 'changeSearch' ? searchId : deviceId;
    return app.request(callPath(name, { id }), {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: withMore(body, more),
    });
  }
  // A form with many parts is refused for that alone.
  const some = ['id', 'accountId', 'status', 'closedAt'].map((key) => [key, canary]);
  const form = new FormData();
  for (const [key, value] of [...some, ...Object.entries(body)]) form.append(key, value);
  return app.request(callPath(name), { method, headers, body: form });
}

test('extra fields change nothing and are not stored', async () => {
  const names = Object.keys(bodies) as BodyCall[];
  const outcomes: Record<string, string> = {};

  for (const name of names) {
    const response = await sendWithMore(name);
    const text = await response.text();
    outcomes[name] = response.ok ? 'done' : `${response.status} ${text}`;
    expect([name, text.includes(canary)]).toEqual([name, false]);
  }

  expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'done'])));
  expect(await foundCanaries(services)).toEqual([]);
});
