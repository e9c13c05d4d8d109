import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { calls } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { makeRequestLink } from '#server/commissions/request-links.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addColleague } from '#tests/support/add-colleague.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, send } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { customer, openPaymentShop } from '#tests/support/payment-shop.ts';
import { choosePush, endpointOf, pushKeys } from '#tests/support/pushes.ts';
import { tokenOf } from '#tests/support/request-token.ts';
import { setPassword, signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

const beas = 'bea@shop.example';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const owner = await signUp(services);
  const bea = await addColleague(services, owner.id, { email: beas });
  const ida = await addColleague(services, owner.id);
  const remove = ({ id }: { id: string }) =>
    call(app, 'removeColleague', { token: owner.token, params: { id } });
  return { services, app, read: services.database.read, owner, bea, ida, remove };
}

test('the links to requests that a removed colleague sent end, and their mails go to the owner', async () => {
  const { services, app, read, owner, bea, ida, remove } = await setUp();
  const linkTo = async (request: { readonly accountId?: string; readonly email: string }) => {
    const id = await addRequest(services, request);
    return makeChange(services, async (change) => tokenOf(await makeRequestLink(change, id)));
  };
  const shared = await linkTo({ accountId: owner.id, email: ' Bea@Shop.example' });
  const idas = await linkTo({ accountId: owner.id, email: ida.email });
  const own = await linkTo({ email: beas });
  const opens = async (token: string) =>
    (await send(app, 'linkedRequest', { body: { token } })).status;
  expect(await opens(shared)).toBe(200);

  await remove(bea);

  expect([await opens(shared), await opens(idas), await opens(own)]).toEqual([404, 200, 200]);
  const emails = await read
    .selectFrom('customRequests')
    .select('email')
    .where('accountId', '=', owner.id)
    .execute();
  expect(emails.map(({ email }) => email).sort()).toEqual([owner.email, ida.email].sort());
  await call(app, 'leaveAccount', { token: ida.token });
  expect(await opens(idas)).toBe(404);
});

test('a refund of an order that a removed colleague paid is mailed to the owner alone', async () => {
  const shop = await openPaymentShop();
  const { app, services, buyer: owner } = shop;
  const { cookie } = await joinStudio(app, services);
  const bea = await addColleague(services, owner.id, { email: beas });
  for (const price of [500, 500]) await shop.fillCart(await shop.addDesign({ price }));
  const customerDetails = { ...customer, email: 'Bea@shop.example' };
  const { orderId, paypalOrderId } = await shop.checkout({ customerDetails });
  await shop.approve(paypalOrderId);
  await shop.capture(orderId);
  const params = { orderId };
  const sent = async () => {
    const mails = [await shop.mailsTo(customerDetails.email), await shop.mailsTo(owner.email)];
    return mails.map((each) => each.filter(({ text }) => text.includes('PW-')).length);
  };
  const items = await services.database.read.selectFrom('orderItems').select('id').execute();
  const refund = (place: number) =>
    callStudio(app, 'refundOrder', {
      cookie,
      params,
      body: { itemId: items[place]?.id ?? null, amount: 5 },
    });
  await refund(0);
  expect(await sent()).toEqual([2, 2]);

  await call(app, 'removeColleague', { token: owner.token, params: { id: bea.id } });
  await refund(1);

  expect(await sent()).toEqual([2, 3]);
  expect((await shop.order(orderId)).customerEmail).toBe(customerDetails.email);
});

/** Sends a call whose body arrives after `meanwhile`, which runs once its sender is recognised. */
function sendLate(
  app: Hono,
  { method, path }: { readonly method: string; readonly path: string },
  { token, body }: { readonly token: string; readonly body: object },
  meanwhile: () => Promise<unknown>,
) {
  const late = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  };
  return app.request(path, { method, headers, body: late, duplex: 'half' } as RequestInit);
}

test.for([
  ['cartRemove', { productId: 'a'.repeat(24) }],
  ['pushNews', { kind: 'priceDrops', device: { endpoint: endpointOf('bea'), keys: pushKeys } }],
  ['saveSearch', { words: 'fox', filters: '' }],
  ['askYearlyLicence', { description: 'For mugs.' }],
  ['checkout', { customerDetails: customer }],
] as const)('%s of a colleague who is removed meanwhile does nothing', async ([name, body]) => {
  const { app, read, bea, remove } = await setUp();

  const response = await sendLate(app, calls[name], { token: bea.token, body }, () => remove(bea));

  expect([response.status, await response.json()]).toMatchObject([401, { code: 'NOT_SIGNED_IN' }]);
  for (const table of ['pushDevices', 'savedSearches', 'customRequests', 'orders'] as const) {
    expect(await read.selectFrom(table).select('createdAt').execute()).toEqual([]);
  }
});

test('an owner who deletes the account ends the notifications of everybody', async () => {
  const { services, app, read, owner, ida } = await setUp();
  await choosePush(app, ida.token, 'priceDrops', 'ida');
  // A browser of a colleague who was removed before the version that ends them together.
  await services.database.write((tx) =>
    tx.updateTable('pushDevices').set({ colleagueId: 'gone', deviceId: null }).execute(),
  );
  const password = 'cotton and thread';
  await setPassword(services, owner.id, password);

  await call(app, 'deleteAccount', { token: owner.token, body: { password } });

  expect(await read.selectFrom('pushDevices').select('endpoint').execute()).toEqual([]);
});

test('each of an account has ten browsers that are notified', async () => {
  const { services, app, read, owner, bea } = await setUp();
  const subscribe = async (token: string, name: string) => {
    services.pass(1);
    await choosePush(app, token, 'priceDrops', name);
  };
  await subscribe(owner.token, 'owners');
  for (let browser = 0; browser < 11; browser += 1) await subscribe(bea.token, `beas-${browser}`);

  const { length: owners } = await read
    .selectFrom('pushDevices')
    .select('endpoint')
    .where('colleagueId', 'is', null)
    .execute();
  const { length: beas } = await read
    .selectFrom('pushDevices')
    .select('endpoint')
    .where('colleagueId', '=', bea.id)
    .execute();
  expect([owners, beas]).toEqual([1, 10]);
});

test('a browser notifies about what its latest user of an account chose, and no other', async () => {
  const { app, read, owner, bea } = await setUp();
  await choosePush(app, owner.token, 'priceDrops', 'shared');

  const { isOn } = await choosePush(app, bea.token, 'newDesigns', 'shared');
  await choosePush(app, owner.token, 'newDesigns', 'shared', false);

  expect(isOn).toBe(true);
  const chosen = ['colleagueId', 'hasPriceDrops', 'hasNewDesigns'] as const;
  expect(await read.selectFrom('pushDevices').select(chosen).execute()).toEqual([
    { colleagueId: bea.id, hasPriceDrops: 0, hasNewDesigns: 1 },
  ]);
});
