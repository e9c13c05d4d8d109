import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CallName, callPath, calls } from '#contract/shop/calls.ts';
import type { Call } from '#contract/wire/call.ts';
import { problemSchema } from '#contract/wire/problem.ts';
import { fieldPaths, withField } from '#tests/support/body-fields.ts';
import { absentId, openShopWorld, type ShopWorld, tokenFor } from '#tests/support/shop-world.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

/**
 * Sends every call input that is wrong in one way: it must be refused with a message, change nothing and
 * never cause a server error. `npm run trials` raises the count.
 */
const requestsWanted = Number(process.env.BAD_REQUESTS ?? 5000);

let world: ShopWorld;
let tokens: { of: (name: CallName) => string; pending: string };
/** A valid body for each call with one; requests are made by corrupting it. */
let rightBodies: Partial<Record<CallName, object>>;

const callOf = (name: CallName): Call => calls[name];
const withBody = (Object.keys(calls) as CallName[]).filter((name) => {
  const { body, bodyType, params } = callOf(name);
  return body && bodyType !== 'multipart' && !params;
});

/** Wrong in each body, because some fields may be left out, and a count may be negative. */
const wrong: Partial<Record<CallName, object>> = {
  updateUser: { oldPassword: 'not the password' },
  changeColleague: { oldPassword: 'not the password' },
  inviteColleague: { password: 'not the password' },
  countSold: { licenceId: absentId },
};

beforeAll(async () => {
  world = await openShopWorld();
  const approved = await world.addBuyer('approved', await world.addDesign());
  const { token } = await signUp(world.services, { status: 'pending' });
  tokens = { of: (name) => tokenFor(name, approved), pending: token };
  rightBodies = {};
  for (const name of withBody) {
    const request = await world.right[name]?.(approved, approved);
    rightBodies[name] = { ...request?.body, ...wrong[name] };
  }
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
        Authorization: `Bearer ${tokens.of(name)}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  };
}

const spoiledField: fc.Arbitrary<Spoiled> = fc
  .tuple(fc.constantFrom(...withBody), fc.nat(), neverRight)
  // Their only field is a boolean, and no words end the news.
  .filter(
    ([name, , value]) =>
      (!['customsNews', 'filesNews', 'cartNews', 'yearlyReminder'].includes(name) ||
        typeof value !== 'boolean') &&
      (name !== 'chooseNews' || value !== null),
  )
  .map(([name, place, value]) => {
    const body = rightBodies[name] ?? {};
    // Left out on purpose: the place is optional and accepts any short text, and a view may have none of these. Null
    // instead of a view removes the one that was kept.
    const right =
      value === null ? /country|city$|thing$|beside$|view$/ : /country|city$|thing$|beside$/;
    const fields = fieldPaths(body).filter(
      (field) =>
        !right.test(field) &&
        !(field === 'isForLater' && typeof value === 'boolean') &&
        // Beside a sign-up or an order, words that the shop never showed ask for nothing.
        !(field === 'news' && value === '\u0000' && name !== 'chooseNews'),
    );
    return post(name, withField(body, fields[place % fields.length] ?? '', value));
  });

const missingField: fc.Arbitrary<Spoiled> = fc
  .tuple(fc.constantFrom(...withBody.filter((name) => name !== 'chooseNews')), fc.nat())
  .map(([name, place]) => {
    const body = rightBodies[name] ?? {};
    const optional =
      /country|city|expectedTotal|productIds|Version$|view$|beside\.0|isForLater|^news$/;
    const fields = fieldPaths(body).filter(
      (field) => !optional.test(field) && !(name === 'checkout' && field === 'licenseType'),
    );
    return post(name, withField(body, fields[place % fields.length] ?? '', undefined));
  });

const brokenBody: fc.Arbitrary<Spoiled> = fc
  .tuple(
    fc.constantFrom(...withBody),
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
      init: { method: 'GET', headers: { Authorization: `Bearer ${tokens.of(name)}` } },
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
      await world.app.request('/api/cart/add', post('cartAdd', body).init);
      const before = await wholeDatabase(world.services);
      const statuses = new Map<number, number>();

      await fc.assert(
        fc.asyncProperty(spoiled, async ({ path, init }) => {
          const response = await world.app.request(path, init);
          const text = await response.text();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          expect([response.status, text]).toSatisfy(([status]) => status >= 400 && status < 500);
          const problem = v.parse(problemSchema, JSON.parse(text));
          expect(problem.message).not.toBe('');
          expect(text).not.toMatch(/node_modules|SQLITE|\.ts:|at Object|select /i);
        }),
        { numRuns: requestsWanted },
      );

      expect(await wholeDatabase(world.services)).toEqual(before);
      const early = [401, 403, 405].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
      expect(early / requestsWanted, JSON.stringify([...statuses])).toBeLessThan(0.1);
    },
    requestsWanted * 24,
  );

  test('reports every field that is wrong', async () => {
    const response = await world.app.request(
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
      const response = await world.app.request(path, init);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        code: 'NOT_APPROVED',
        message: 'You are not an approved user.',
      });
    }
  });
});
