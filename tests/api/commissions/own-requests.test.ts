import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { requestPicturePath } from '#contract/shop/own-paths.ts';
import type { QuoteOffer } from '#contract/shop/quote.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { createApp } from '#server/app.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { transition } from '#server/commissions/transition.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { created, fields, setStatus } from '#tests/support/custom-desk.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { picture } from '#tests/support/pictures.ts';
import { signUp, type TestAccount } from '#tests/support/sign-up.ts';

const staffId = 'a'.repeat(24);
const offer: QuoteOffer = {
  price: 120.5,
  deposit: 40,
  included: 'A seamless pattern.',
  designType: 'Exclusive',
  rounds: null,
  days: 10,
  validDays: 14,
  replaces: 0,
};

let services: TestServices;
let app: Hono;
let buyer: TestAccount;
let other: TestAccount;

beforeEach(async () => {
  services = await makeServices();
  app = createApp(services);
  await setStatus(services, 'On');
  buyer = await signUp(services, { status: 'pending' });
  other = await signUp(services);
});

const listOf = async ({ token }: TestAccount) =>
  (await call(app, 'ownRequests', { token })).answer.requests;
const pictureOf = (id: string, token?: string) =>
  app.request(requestPicturePath(id), {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });

test('a buyer sees their requests with pictures, moves and the quote in force, newest first', async () => {
  const sentAt = services.clock().toISOString();
  const { data } = await created(app, {
    token: buyer.token,
    images: [await picture('jpeg'), await picture('png', { width: 20, height: 10 })],
  });
  services.pass(1000);
  await makeAuditedChange(services, staffId, (change) => makeQuote(change, data._id, offer));
  await makeAuditedChange(services, staffId, (change) =>
    makeQuote(change, data._id, { ...offer, price: 99, replaces: 1 }),
  );
  services.pass(1000);
  const movedAt = services.clock().toISOString();
  await makeChange(services, (change) => transition(change, data._id, 'pay', 'shop', 'Thank you'));
  const later = await created(app, { token: buyer.token });

  const requests = await listOf(buyer);

  expect(requests.map(({ _id }) => _id)).toEqual([later.data._id, data._id]);
  const [, request] = requests;
  expect(request).toMatchObject({
    ...fields,
    createdAt: sentAt,
    state: 'paid',
    pictures: [
      { width: 64, height: 48 },
      { width: 20, height: 10 },
    ],
    quote: { version: 2, price: 99, deposit: 40, rounds: null, days: 10 },
    dueAt: new Date(Date.parse(movedAt) + 10 * 86_400_000).toISOString(),
  });
  expect(request?.moves.map(({ toState, mover }) => [toState, mover])).toEqual([
    ['quoted', 'studio'],
    ['quoted', 'studio'],
    ['paid', 'shop'],
  ]);
  expect(request?.moves.at(-1)).toEqual({
    toState: 'paid',
    mover: 'shop',
    note: 'Thank you',
    movedAt,
  });
  const one = await call(app, 'ownRequest', { token: buyer.token, params: { id: data._id } });
  expect(one.answer).toEqual(request);
});

test('nobody sees another’s request or its pictures', async () => {
  const { data } = await created(app, { token: buyer.token, images: [await picture('jpeg')] });
  const visitors = await created(app);
  const [request] = await listOf(buyer);
  const pictureId = request?.pictures[0]?._id ?? '';

  expect(await listOf(other)).toEqual([]);
  for (const id of [data._id, visitors.data._id]) {
    for (const name of ['ownRequest', 'withdrawRequest'] as const) {
      expect(await callRefused(app, name, { token: other.token, params: { id } })).toMatchObject({
        status: 404,
        problem: { message: commissionMessages.gone },
      });
    }
  }
  const own = await pictureOf(pictureId, buyer.token);
  expect(own.status).toBe(200);
  expect(own.headers.get('content-type')).toBe('image/jpeg');
  expect(own.headers.get('cache-control')).toBe('private, no-store');
  expect((await pictureOf(pictureId, other.token)).status).toBe(404);
  expect((await pictureOf(pictureId)).status).toBe(401);
  expect((await pictureOf('not-an-id', buyer.token)).status).toBe(404);
});

test('a request is withdrawn once, however often it is asked for', async () => {
  const id = await addRequest(services, { accountId: buyer.id });
  const withdraw = () => call(app, 'withdrawRequest', { token: buyer.token, params: { id } });

  const first = await withdraw();
  const second = await withdraw();

  expect(first.answer).toMatchObject({ state: 'withdrawn' });
  expect(second.answer).toEqual(first.answer);
  expect(first.answer.moves).toMatchObject([{ toState: 'withdrawn', mover: 'buyer' }]);
});

test.each([
  ['drawing', 'Being drawn'],
  ['closed', 'Closed'],
] as const)(
  'a request that is %s can’t be withdrawn, and the answer says so',
  async (state, word) => {
    const id = await addRequest(services, { accountId: buyer.id, state });

    const { status, problem } = await callRefused(app, 'withdrawRequest', {
      token: buyer.token,
      params: { id },
    });

    expect([status, problem.message]).toEqual([409, commissionMessages.outOfTurn(word)]);
  },
);
