import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import { problemSchema } from '#contract/problem.ts';
import {
  type StudioCallName,
  studioApiBase,
  studioCallPath,
  studioCalls,
} from '#contract/studio-calls.ts';
import { createApp } from '#server/app.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { parseExactly } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio } from '#tests/support/studio-call.ts';
import {
  authenticator,
  invitationToken,
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

/** Every body of the studio's calls, wrong in one way: refused with a message, and nothing changes. */

let services: TestServices;
let app: Hono;
/** Of somebody who may call everything. */
let cookie: string;
let rightBodies: Partial<Record<StudioCallName, Record<string, unknown>>>;

beforeAll(async () => {
  services = await makeServices({ passwords: countingPasswords(), limitFactor: 1_000_000 });
  app = createApp(services);
  const mia = await joinStudio(app, services);
  const token = await invitationToken(services, 'new@studio.example');
  const opened = await sendStudio(app, 'openInvitation', { body: { token } });
  const { totpSecret } = (await opened.json()) as { totpSecret: string };
  services.pass(nextCodeMs);
  cookie = mia.cookie;
  const brand = {
    name: 'Pinwheel',
    designers: [{ name: 'Mia Reed', email: 'mia@studio.example' }],
    socialLink: '',
    termsVersion: '1',
  };
  const saved = await callStudio(app, 'saveSettings', {
    cookie,
    body: { ...brand, savedAt: null },
  });
  const limits = { minimumSubtotal: 0, startsAt: null, endsAt: null, useLimit: null };
  const coupon = {
    code: 'SPRING',
    discountType: 'percentage',
    discountAmount: 10,
    ...limits,
    isOncePerCustomer: false,
    skus: [],
    categoryIds: [],
  } as const;
  const made = await callStudio(app, 'createCoupon', {
    cookie,
    body: { ...coupon, skus: [], categoryIds: [] },
  });
  const buyer = await signUp(services, { status: 'pending' });
  const productId = await addProduct(services);
  const order = await addOrder(services, { accountId: buyer.id, productIds: [productId] });
  const ofBuyer = { buyerId: buyer.id };
  const ofOrder = { orderId: order.id };
  rightParams = {
    decideBuyer: ofBuyer,
    giveDownload: ofBuyer,
    refundOrder: ofOrder,
    endReview: ofOrder,
    revokeItem: { ...ofOrder, itemId: order.itemIds[0] ?? '' },
    limitCoupon: { id: made.answer._id },
    switchCoupon: { id: made.answer._id },
  };
  rightBodies = {
    decideBuyer: { status: 'rejected', from: 'pending', reason: 'No shop there.' },
    giveDownload: { productId },
    refundOrder: { itemId: null, amount: 12 },
    endReview: { decision: 'grant' },
    revokeItem: { isRevoked: true },
    createCoupon: { ...coupon, code: 'OTHER' },
    limitCoupon: limits,
    switchCoupon: { isOff: false },
    saveSettings: { ...brand, savedAt: saved.answer.savedAt },
    openInvitation: { token },
    acceptInvitation: {
      token,
      password: studioPassword,
      code: authenticator(services, totpSecret)(),
    },
    signIn: { email: studioEmail, password: studioPassword, code: mia.code() },
    createDesign: { title: 'Moth' },
    bulkDesigns: { ids: ['f'.repeat(24)], action: 'retire' },
    createCategory: { name: 'Woodland' },
  };
});

const neverRight: readonly unknown[] = [
  undefined,
  null,
  true,
  {},
  [],
  ['123456'],
  { $gt: '' },
  { toString: 'x' },
  '',
  'x'.repeat(9000),
  '\u0000',
  ' ',
  Number.MAX_VALUE,
  -1,
  0.001,
  123_456,
];

/** Of those, the ones that a field does take. */
const rightToo: Readonly<Record<string, readonly unknown[]>> = {
  'refundOrder.itemId': [null],
  'revokeItem.isRevoked': [true],
  'saveSettings.socialLink': ['', ' '],
  'createCoupon.minimumSubtotal': [undefined, 123_456],
  'createCoupon.startsAt': [undefined, null],
  'createCoupon.endsAt': [undefined, null],
  'createCoupon.useLimit': [undefined, null, 123_456],
  'createCoupon.isOncePerCustomer': [undefined, true],
  'createCoupon.skus': [[]],
  'createCoupon.categoryIds': [[]],
  'limitCoupon.minimumSubtotal': [undefined, 123_456],
  'limitCoupon.startsAt': [undefined, null],
  'limitCoupon.endsAt': [undefined, null],
  'limitCoupon.useLimit': [undefined, null, 123_456],
  'switchCoupon.isOff': [true],
};

/** Of the calls that name something in their path. */
let rightParams: Partial<Record<StudioCallName, Readonly<Record<string, string>>>>;

const notJson: readonly BodyInit[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '42',
  `{"token":${'['.repeat(5000)}`,
  '\ud800',
];

function isRightToo(field: string, value: unknown): boolean {
  return (rightToo[field] ?? []).some((each) => isDeepStrictEqual(each, value));
}

async function stateOf(): Promise<string> {
  const { read } = services.database;
  const rows = await Promise.all([
    read.selectFrom('studioAccounts').selectAll().execute(),
    read.selectFrom('studioInvitations').selectAll().execute(),
    read.selectFrom('studioSessions').selectAll().execute(),
    read.selectFrom('auditLines').selectAll().execute(),
    read.selectFrom('settings').selectAll().execute(),
    read.selectFrom('products').selectAll().execute(),
    read.selectFrom('categories').selectAll().execute(),
    read.selectFrom('coupons').selectAll().execute(),
    read.selectFrom('accounts').selectAll().execute(),
    read.selectFrom('orders').selectAll().execute(),
    read.selectFrom('orderItems').selectAll().execute(),
    read.selectFrom('refundRequests').selectAll().execute(),
  ]);
  return JSON.stringify(rows);
}

async function expectRefused(what: string, response: Response): Promise<void> {
  const text = await response.text();
  const isTheirs = response.status >= 400 && response.status < 500;
  expect(`${what}: ${isTheirs ? 'refused' : `${response.status} ${text}`}`).toBe(
    `${what}: refused`,
  );
  const { message } = parseExactly(problemSchema, text) as { message: string };
  expect(message).not.toBe('');
}

test('a field of another type, too long, empty or missing is refused', async () => {
  const before = await stateOf();
  let count = 0;

  for (const [name, right] of Object.entries(rightBodies)) {
    for (const field of Object.keys(right)) {
      for (const value of neverRight) {
        if (isRightToo(`${name}.${field}`, value)) continue;
        const body = { ...right, [field]: value };
        const params = rightParams[name as StudioCallName] ?? {};
        const response = await sendStudio(app, name as StudioCallName, { params, body, cookie });
        await expectRefused(`${name}.${field} = ${JSON.stringify(value)?.slice(0, 40)}`, response);
        count += 1;
      }
    }
  }

  const fields = Object.values(rightBodies).flatMap((right) => Object.keys(right));
  const taken = Object.values(rightToo).flat();
  expect(count).toBe(fields.length * neverRight.length - taken.length);
  expect(count).toBeGreaterThan(300);
  expect(await stateOf()).toBe(before);
});

test('a body that is no object, or too long, or of another type is refused', async () => {
  const before = await stateOf();
  const send = (name: StudioCallName, body: BodyInit, type: string) =>
    app.request(studioCallPath(name, rightParams[name]), {
      method: studioCalls[name].method,
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type, Cookie: cookie },
      body,
    });

  for (const [key, right] of Object.entries(rightBodies)) {
    const name = key as StudioCallName;
    for (const body of notJson) {
      await expectRefused(`${name} ${body}`, await send(name, body, 'application/json'));
    }
    const long = JSON.stringify({ ...right, more: 'x'.repeat(70_000) });
    await expectRefused(`${name} too long`, await send(name, long, 'application/json'));
    const form = await send(name, JSON.stringify(right), 'text/plain');
    await expectRefused(`${name} as text`, form);
  }

  expect(await stateOf()).toBe(before);
});

test('what a body brings beside its fields changes nothing', async () => {
  const more = { disabledAt: null, id: '0'.repeat(24), email: 'eve@studio.example', role: 'owner' };
  const accept = rightBodies.acceptInvitation ?? {};
  const text = JSON.stringify({ ...more, ...accept }).replace('{', '{"__proto__":{"id":"x"},');

  const response = await app.request(studioApiBase + studioCalls.acceptInvitation.path, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    body: text,
  });

  expect(await response.json()).toEqual({ email: 'new@studio.example' });
  const emails = await services.database.read
    .selectFrom('studioAccounts')
    .select('email')
    .orderBy('email')
    .execute();
  expect(emails.map(({ email }) => email)).toEqual([studioEmail, 'new@studio.example']);
});

test('a cookie of any text signs nobody in and is never our fault', async () => {
  const values = ['', 'x', 'x'.repeat(5000), '%00', '%', '"', "' or 1=1", '=;=', '%ff%fe'];

  for (const value of values) {
    const cookie = `pinwheel-studio=${value}`;
    await expectRefused(`cookie ${value}`, await sendStudio(app, 'me', { cookie }));
  }
});
