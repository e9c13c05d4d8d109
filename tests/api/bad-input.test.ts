import fc from 'fast-check';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { createApp } from '#server/app.ts';
import { cartSet, setId } from '#server/lists/product-set.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { fieldPaths, withField } from '#tests/support/body-fields.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/**
 * Sends every call input that is wrong in one way: it must be refused with a message, change nothing and
 * never cause a server error. `npm run trials` raises the count.
 */
const requestsWanted = Number(process.env.BAD_REQUESTS ?? 5000);

let services: TestServices;
let app: Hono;
let tokens: { approved: string; pending: string };
/** A valid body for each call that has one; requests are made by corrupting it. */
let rightBodies: Partial<Record<CallName, Record<string, unknown>>>;

beforeAll(async () => {
  services = await makeServices({ limitFactor: 1_000_000 });
  app = createApp(services);
  const productId = await addProduct(services);
  const approved = await signUp(services);
  const pending = await signUp(services, { status: 'pending' });
  tokens = { approved: approved.token, pending: pending.token };
  const view = { layout: 'mirror', percent: 80, thing: 'mug', picture: 1, beside: [productId] };
  rightBodies = {
    packSize: { ids: [productId] },
    cartAdd: { productId, view },
    cartRemove: { productId },
    wishlistAdd: { productId, view },
    couponApply: { code: 'NO-SUCH-CODE', cartId: setId(cartSet, approved.id) },
    couponRemove: { cartId: setId(cartSet, approved.id) },
    checkout: {
      customerDetails: { name: 'Ada', email: 'ada@shop.example', country: '', city: '' },
      expectedTotal: 12,
      productIds: [productId],
    },
    capturePayment: { orderId: '0'.repeat(24) },
    register: {
      firstName: 'Ada',
      lastName: 'Sewell',
      email: 'ada@shop.example',
      licenseType: 'FABRIC_SHOP',
      businessVerificationLink: 'https://shop.example',
      password: 'a long enough one',
    },
    login: { email: 'ada@shop.example', password: 'not the password' },
    sendOtp: { email: 'ada@shop.example' },
    verifyOtp: { otp: 42, token: 'a'.repeat(22) },
    resetPassword: { token: 'a'.repeat(22), password: 'a long enough one' },
    // The old password is wrong, so that nothing changes if an optional part is left out.
    updateUser: {
      firstName: 'Eve',
      lastName: 'Other',
      email: 'eve@shop.example',
      licenseType: 'FABRIC_SHOP',
      businessVerificationLink: 'https://shop.example',
      oldPassword: 'not the password',
      password: 'a long enough one',
    },
    undoEmailChange: { token: 'a'.repeat(43) },
    updateLicence: {
      licenseType: 'FABRIC_SHOP',
      businessVerificationLink: 'https://shop.example',
    },
    deleteAccount: { password: 'not the password' },
    customsNews: { isWanted: false },
    pushNews: { kind: 'priceDrops' },
    yearlyReminder: { wantsReminder: false },
    countSold: {
      licenceId: '0'.repeat(24),
      delta: 3,
      at: '2026-06-01T10:00:00.000Z',
      opId: crypto.randomUUID(),
    },
    saveSearch: { words: 'foxes', filters: '' },
    unsubscribe: { token: `${'0'.repeat(24)}.${'a'.repeat(43)}` },
  };
});

/** Values that no field of any call accepts. */
const neverRight = fc.constantFrom<unknown>(
  null,
  true,
  {},
  [],
  [[]],
  { $gt: '' },
  { toString: 'x' },
  'x'.repeat(9000),
  '\u0000',
  Number.MAX_VALUE,
  -1,
  0.001,
);

type Spoiled = { readonly name: CallName; readonly path: string; readonly init: RequestInit };

const implementedBodies: readonly CallName[] = [
  'saveSearch',
  'unsubscribe',
  'packSize',
  'countSold',
  'cartAdd',
  'cartRemove',
  'wishlistAdd',
  'couponApply',
  'couponRemove',
  'checkout',
  'capturePayment',
  'register',
  'login',
  'sendOtp',
  'verifyOtp',
  'resetPassword',
  'updateUser',
  'undoEmailChange',
  'updateLicence',
  'deleteAccount',
  'customsNews',
  'pushNews',
  'yearlyReminder',
];
const withQuery: readonly CallName[] = [
  'productsFilter',
  'productsSearch',
  'productsBestSelling',
  'productsChanges',
  'orders',
];

function post(name: CallName, body: unknown, headers: Record<string, string> = {}): Spoiled {
  return {
    name,
    path: callPath(name),
    init: {
      method: calls[name].method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${tokens.approved}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  };
}

const spoiledField: fc.Arbitrary<Spoiled> = fc
  .tuple(fc.constantFrom(...implementedBodies), fc.nat(), neverRight)
  // Their only field is a boolean.
  .filter(
    ([name, , value]) =>
      (name !== 'customsNews' && name !== 'yearlyReminder') || typeof value !== 'boolean',
  )
  .map(([name, place, value]) => {
    const body = rightBodies[name] ?? {};
    // Left out on purpose: the place is optional and accepts any short text, and a view may have none of these. Null
    // instead of a view removes the one that was kept.
    const right =
      value === null ? /country|city$|thing$|beside$|view$/ : /country|city$|thing$|beside$/;
    const fields = fieldPaths(body).filter((field) => !right.test(field));
    return post(name, withField(body, fields[place % fields.length] ?? '', value));
  });

const missingField: fc.Arbitrary<Spoiled> = fc
  .tuple(fc.constantFrom(...implementedBodies), fc.nat())
  .map(([name, place]) => {
    const body = rightBodies[name] ?? {};
    const optional = /country|city|expectedTotal|productIds|view$|beside\.0/;
    const fields = fieldPaths(body).filter((field) => !optional.test(field));
    return post(name, withField(body, fields[place % fields.length] ?? '', undefined));
  });

const brokenBody: fc.Arbitrary<Spoiled> = fc
  .tuple(
    fc.constantFrom(...implementedBodies),
    fc.constantFrom<unknown>(
      '',
      '{',
      '[1]',
      '"text"',
      'null',
      '{"a":}',
      '\u0000',
      `{"a":"${'x'.repeat(70_000)}"}`,
    ),
  )
  .map(([name, body]) => post(name, body));

const wrongQuery: fc.Arbitrary<Spoiled> = fc
  .tuple(
    fc.constantFrom(...withQuery),
    fc.constantFrom('-1', '0', 'NaN', '1e9', '1.5', '٣', ' ', '0x10', '99999999999', "1'--", '%00'),
  )
  .map(([name, value]) => {
    const field = name === 'productsChanges' ? 'since' : 'page';
    const wrong = field === 'since' && value === '0' ? 'x' : value;
    return {
      name,
      path: `${callPath(name)}?${field}=${encodeURIComponent(wrong === '99999999999' ? '9'.repeat(20) : wrong)}`,
      init: { method: 'GET', headers: { Authorization: `Bearer ${tokens.approved}` } },
    };
  });

const wrongId: fc.Arbitrary<Spoiled> = fc
  .constantFrom(
    '0'.repeat(24),
    'F'.repeat(24),
    'null',
    '__proto__',
    '%2e%2e%2f',
    '1'.repeat(2000),
    "' OR 1=1",
  )
  .map((id) => ({
    name: 'product',
    path: `/api/products/${encodeURIComponent(id)}`,
    init: { method: 'GET' },
  }));

const wrongHeaders: fc.Arbitrary<Spoiled> = fc
  .tuple(
    fc.constantFrom<CallName>('cartAdd', 'cartRemove'),
    fc.constantFrom(
      { 'Idempotency-Key': 'short' },
      { 'Idempotency-Key': 'x'.repeat(300) },
      { 'Content-Type': 'text/plain' },
    ),
  )
  .map(([name, headers]) => post(name, rightBodies[name], headers as Record<string, string>));

/** Callers without permission: at most a tenth, because these requests never reach validation. */
const notAllowed: fc.Arbitrary<Spoiled> = fc
  .tuple(
    fc.constantFrom<CallName>(
      'cart',
      'cartAdd',
      'cartRemove',
      'wishlist',
      'wishlistAdd',
      'couponApply',
      'checkout',
      'capturePayment',
      'orders',
      'me',
      'updateUser',
      'updateLicence',
      'myData',
      'deleteAccount',
      'logout',
    ),
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${'a'.repeat(43)}`,
      'Basic YTpi',
      `Bearer ${'é'.repeat(5)}`,
    ),
  )
  .map(([name, authorization]) => ({
    name,
    path: callPath(name),
    init: {
      method: calls[name].method,
      headers: { 'Content-Type': 'application/json', Authorization: encodeURI(authorization) },
      ...(calls[name].method === 'GET' ? {} : { body: JSON.stringify(rightBodies[name] ?? {}) }),
    },
  }));

const spoiled = fc.oneof(
  { weight: 40, arbitrary: spoiledField },
  { weight: 15, arbitrary: missingField },
  { weight: 10, arbitrary: brokenBody },
  { weight: 15, arbitrary: wrongQuery },
  { weight: 5, arbitrary: wrongId },
  { weight: 5, arbitrary: wrongHeaders },
  { weight: 5, arbitrary: notAllowed },
);

describe('bad input', () => {
  test(
    'is refused by every call with a message, changes nothing and causes no server error',
    async () => {
      // Writes something first, so that there is something to corrupt.
      const body = rightBodies.cartAdd;
      await app.request('/api/cart/add', post('cartAdd', body).init);
      const before = await wholeDatabase(services);
      const statuses = new Map<number, number>();

      await fc.assert(
        fc.asyncProperty(spoiled, async ({ path, init }) => {
          const response = await app.request(path, init);
          const text = await response.text();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          expect([response.status, text]).toSatisfy(([status]) => status >= 400 && status < 500);
          const problem = v.parse(problemSchema, JSON.parse(text));
          expect(problem.message).not.toBe('');
          expect(text).not.toMatch(/node_modules|SQLITE|\.ts:|at Object|select /i);
        }),
        { numRuns: requestsWanted },
      );

      expect(await wholeDatabase(services)).toEqual(before);
      const early = [401, 403, 405].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
      expect(early / requestsWanted, JSON.stringify([...statuses])).toBeLessThan(0.1);
    },
    requestsWanted * 24,
  );

  test('reports every field that is wrong', async () => {
    const response = await app.request(
      '/api/users/register',
      post('register', { email: 'x', password: '1' }).init,
    );
    const problem = v.parse(problemSchema, await response.json());
    expect(response.status).toBe(422);
    expect(Object.keys(problem.fields ?? {}).toSorted()).toEqual([
      'businessVerificationLink',
      'email',
      'firstName',
      'lastName',
      'licenseType',
      'password',
    ]);
  });

  test('a pending account may not create or pay orders', async () => {
    for (const name of ['checkout', 'capturePayment'] as const) {
      const { path, init } = post(name, rightBodies[name], {
        Authorization: `Bearer ${tokens.pending}`,
      });
      const response = await app.request(path, init);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'NOT_APPROVED',
        message: 'You are not an approved user.',
      });
    }
  });

  test('every implemented call that takes a body is covered', () => {
    const withBody = Object.entries(calls).filter(
      ([, call]: [string, Call]) => call.body && call.bodyType !== 'multipart',
    );
    const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
    const implemented = withBody
      .filter(([name, call]) => routes.has(`${call.method} ${callPath(name as CallName)}`))
      .map(([name]) => name);
    expect(implemented.toSorted()).toEqual(implementedBodies.toSorted());
  });
});
