import { expect, test } from 'vitest';
import { buyerMessages } from '#contract/studio/buyers.ts';
import { addColleague, invitationTo } from '#tests/support/add-colleague.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { shopWithOwner } from '#tests/support/shop-with-owner.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, studioRefused } from '#tests/support/studio-call.ts';
import { joinStudio, studioEmail } from '#tests/support/studio-person.ts';

async function setUp() {
  const { services, app, cookie } = await shopWithOwner({ limitFactor: 1000 });
  const mails = (to: string) => queuedMails(services, { to });
  const actions = async () =>
    (await callStudio(app, 'auditLines', { cookie, query: {} })).answer.items
      .filter(({ action }) => !action.startsWith('staff.'))
      .map(({ actor, action }) => `${actor} ${action}`);
  const list = async (query: { search?: string; status?: 'pending' | 'approved' | 'all' }) =>
    (await callStudio(app, 'buyers', { cookie, query })).answer.items.map(({ email }) => email);
  return { services, app, cookie, mails, actions, list };
}

test('are listed in order of registration while pending, all others newest first', async () => {
  const { services, app, cookie, list } = await setUp();
  for (const email of ['first@shop.example', 'second@shop.example']) {
    await signUp(services, { email, status: 'pending' });
    services.pass(1000);
    await signUp(services, { email: `old-${email}` });
    services.pass(1000);
  }

  expect(await list({ status: 'pending' })).toEqual(['first@shop.example', 'second@shop.example']);
  expect(await list({ status: 'approved' })).toEqual([
    'old-second@shop.example',
    'old-first@shop.example',
  ]);
  const { answer } = await callStudio(app, 'waiting', { cookie });
  expect(answer).toEqual({
    buyers: 2,
    orders: 0,
    customs: 0,
    threads: 0,
    designReviews: 0,
    resets: 0,
  });
});

test('are found by parts of e-mail, first or last name, in any case', async () => {
  const { services, list } = await setUp();
  await signUp(services, { email: 'Ada@shop.example' });
  const elise = await signUp(services, { email: 'quilts@shop.example' });
  await services.database.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ firstName: 'Élise', lastName: 'Möller' })
      .where('id', '=', elise.id)
      .execute(),
  );

  expect(await list({ search: 'ada@' })).toEqual(['Ada@shop.example']);
  expect(await list({ search: 'ADA sew' })).toEqual(['Ada@shop.example']);
  expect(await list({ search: 'sewell' })).toEqual(['Ada@shop.example']);
  expect(await list({ search: 'élise' })).toEqual(['quilts@shop.example']);
  expect(await list({ search: 'Möl' })).toEqual(['quilts@shop.example']);
  expect(await list({ search: 'sewe a' })).toEqual(['Ada@shop.example']);
  expect(await list({ search: 'ilts@' })).toEqual(['quilts@shop.example']);
  expect(await list({ search: 'elise OLLER' })).toEqual(['quilts@shop.example']);
  expect(await list({ search: 'ad' })).toEqual(['Ada@shop.example']);
  expect(await list({ search: 'da@sh' })).toEqual(['Ada@shop.example']);
  expect(await list({ search: 'shop.ex' })).toEqual(await list({ search: 'shop' }));
  // The letters that stand for a mark in the index.
  expect(await list({ search: 'dazx' })).toEqual([]);
  expect(await list({ search: 'daz' })).toEqual([]);
  expect(await list({ search: 'xqex' })).toEqual([]);
  expect(await list({ search: '"' })).toEqual([]);
  expect(await list({ search: 'ada" OR "quilts' })).toEqual([]);
  expect(await list({ search: '%' })).toEqual([]);
  expect(await list({ search: 'sewell', status: 'pending' })).toEqual([]);
});

test('are approved once, with a mail, and whoever decides second is told', async () => {
  const { services, app, cookie, mails, actions } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example', status: 'pending' });
  const ida = await joinStudio(app, services, 'ida@studio.example');
  const params = { buyerId: ada.id };
  const approve = (cookie: string) =>
    callStudio(app, 'decideBuyer', {
      cookie,
      params,
      body: { status: 'approved', from: 'pending' },
    });

  const first = await approve(cookie);
  const second = await approve(ida.cookie);
  const rejected = await studioRefused(app, 'decideBuyer', {
    cookie: ida.cookie,
    params,
    body: { status: 'rejected', from: 'pending', reason: 'No shop there.' },
  });

  expect(first.answer.isChanged).toBe(true);
  expect(second.answer).toMatchObject({
    isChanged: false,
    buyer: { status: 'approved', decision: { actor: studioEmail, reason: null } },
  });
  expect(rejected.problem).toMatchObject({ code: 'CONFLICT' });
  expect(rejected.problem.message).toContain('now approved');
  expect((await mails('ada@shop.example')).map(({ subject }) => subject)).toEqual([
    'Your Pinwheel account is approved',
  ]);
  expect(await actions()).toEqual([`${studioEmail} buyer.approved`]);
});

test('are rejected with a reason shown to them, and are signed out', async () => {
  const { services, app, cookie, mails } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const params = { buyerId: ada.id };
  const reject = (reason: string) =>
    ({ cookie, params, body: { status: 'rejected', from: 'approved', reason } }) as const;

  const blank = await studioRefused(app, 'decideBuyer', reject('  '));
  const { answer } = await callStudio(
    app,
    'decideBuyer',
    reject('We found no shop.\nPlease send another link.'),
  );

  expect(blank.problem.fields?.reason).toContain('Enter a reason');
  expect(answer.buyer).toMatchObject({
    status: 'rejected',
    sessions: 0,
    decision: { reason: 'We found no shop.\nPlease send another link.' },
  });
  expect((await callRefused(app, 'me', { token: ada.token })).status).toBe(401);
  const [mail] = await mails('ada@shop.example');
  expect(mail?.text).toContain('We found no shop.\n\nPlease send another link.');
});

test('are signed out everywhere', async () => {
  const { services, app, cookie, actions } = await setUp();
  const ada = await signUp(services);
  const eve = await signUp(services);
  const params = { buyerId: ada.id };

  const { answer } = await callStudio(app, 'signOutBuyer', { cookie, params });
  await callStudio(app, 'signOutBuyer', { cookie, params });

  expect(answer.sessions).toBe(0);
  expect((await callRefused(app, 'me', { token: ada.token })).status).toBe(401);
  expect((await send(app, 'me', { token: eve.token })).status).toBe(200);
  expect(await actions()).toEqual([`${studioEmail} buyer.signed_out`]);
});

test('invite nobody any more once they are signed out, also if nobody was signed in', async () => {
  const { services, app, cookie, actions } = await setUp();
  const ada = await signUp(services);
  const params = { buyerId: ada.id };
  for (const _ of ['signed in', 'signed out']) {
    await invitationTo(services, ada.id);

    await callStudio(app, 'signOutBuyer', { cookie, params });

    const { read } = services.database;
    expect(await read.selectFrom('colleagueInvitations').select('id').execute()).toEqual([]);
  }
  expect(await actions()).toHaveLength(2);
});

test('are found by the whole e-mail of a colleague, and list who is invited', async () => {
  const { services, app, cookie, list } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });
  await addColleague(services, ada.id, { email: 'Bea@press.example' });
  await invitationTo(services, ada.id, 'kit@press.example');
  expect(await list({ search: ' bea@PRESS.example' })).toEqual(['ada@shop.example']);
  expect(await list({ search: 'bea@press.example', status: 'pending' })).toEqual([]);
  expect(await list({ search: 'bea@press' })).toEqual([]);
  const { answer } = await callStudio(app, 'buyer', { cookie, params: { buyerId: ada.id } });
  expect(answer.colleagues).toMatchObject([{ email: 'Bea@press.example' }]);
  expect(answer.invitations).toMatchObject([{ email: 'kit@press.example' }]);
});

test('lose a colleague whose e-mail the activity log doesn’t keep', async () => {
  const { services, app, cookie } = await setUp();
  const ada = await signUp(services);
  const bea = await addColleague(services, ada.id);

  await callStudio(app, 'removeColleague', {
    cookie,
    params: { buyerId: ada.id, colleagueId: bea.id },
  });

  const line = await services.database.read
    .selectFrom('auditLines')
    .select(['before', 'after'])
    .where('action', '=', 'buyer.colleague_removed')
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ before: JSON.stringify({ colleagueId: bea.id }), after: null });
});

test('are given a design once, free and not counted as a sale, and can download it', async () => {
  const { services, app, cookie, mails, actions } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const files = { 'fox.png': Buffer.from('a fox') };
  const productId = await addProduct(services, { title: 'Sleepy Foxes', files, status: 'retired' });
  await addProduct(services, { title: 'Sleepy Owls' });
  await addProduct(services, { title: 'Sleepy Bears', files, status: 'draft' });
  const params = { buyerId: ada.id };

  const { designs } = (
    await callStudio(app, 'givableDesigns', { cookie, query: { search: 'fox' } })
  ).answer;
  const both = await Promise.allSettled(
    [1, 2].map(() => callStudio(app, 'giveDownload', { cookie, params, body: { productId } })),
  );
  const again = await studioRefused(app, 'giveDownload', { cookie, params, body: { productId } });

  expect(designs.map(({ title }) => title)).toEqual(['Sleepy Foxes']);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(again.problem.message).toContain('in order PW-');
  const { orders } = (await call(app, 'orders', { token: ada.token, query: {} })).answer;
  expect(orders).toMatchObject([
    { status: 'Completed', totalPrice: 0, paymentMethod: 'Gift', items: [{ isRevoked: false }] },
  ]);
  const link = orders[0]?.items[0]?.downloadLink ?? '';
  const headers = { Authorization: `Bearer ${ada.token}` };
  expect((await app.request(link, { headers })).status).toBe(302);
  const { salesCount } = await services.database.read
    .selectFrom('products')
    .select('salesCount')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  expect(salesCount).toBe(0);
  expect((await mails('ada@shop.example')).map(({ subject }) => subject)).toEqual([
    'Sleepy Foxes is yours',
  ]);
  expect(await actions()).toEqual([`${studioEmail} buyer.given_design`]);
});

test('are given nothing once rejected, and no design without files', async () => {
  const { services, app, cookie } = await setUp();
  const files = { 'fox.png': Buffer.from('a fox') };
  const made = await addProduct(services, { files });
  const unmade = await addProduct(services);
  const rejected = await signUp(services, { status: 'rejected' });
  const ada = await signUp(services);
  const give = (buyerId: string, productId: string) =>
    studioRefused(app, 'giveDownload', { cookie, params: { buyerId }, body: { productId } });

  expect((await give(rejected.id, made)).problem.code).toBe('CONFLICT');
  expect((await give(ada.id, unmade)).problem.code).toBe('PRODUCT_UNAVAILABLE');
  expect((await give('0'.repeat(24), made)).problem.code).toBe('NOT_FOUND');
});

test('with a fabric shop are not given designs withheld from fabric shops', async () => {
  const { services, app, cookie } = await setUp();
  const files = { 'fox.png': Buffer.from('a fox') };
  const productId = await addProduct(services, { title: 'Sleepy Foxes', files });
  await services.database.write((tx) =>
    tx.updateTable('products').set({ isForFabricShops: 0 }).where('id', '=', productId).execute(),
  );
  const fabric = await signUp(services, { licenseType: 'FABRIC_SHOP' });
  const small = await signUp(services, { licenseType: 'SMALL_BUSINESS' });
  const body = { productId };

  const query = { search: 'sleepy' };
  const { designs } = (await callStudio(app, 'givableDesigns', { cookie, query })).answer;
  const params = { buyerId: fabric.id };
  const { problem } = await studioRefused(app, 'giveDownload', { cookie, params, body });

  expect(designs).toMatchObject([{ isForFabricShops: false }]);
  const { code, message } = problem;
  expect({ code, message }).toEqual({
    code: 'PRODUCT_UNAVAILABLE',
    message: buyerMessages.notForFabricShops,
  });
  const orders = async (token: string) =>
    (await call(app, 'orders', { token, query: {} })).answer.orders.length;
  expect(await orders(fabric.token)).toBe(0);
  await callStudio(app, 'giveDownload', { cookie, params: { buyerId: small.id }, body });
  expect(await orders(small.token)).toBe(1);
});

test('show their latest orders, and none once the account was deleted', async () => {
  const { services, app, cookie, list } = await setUp();
  const ada = await signUp(services, { email: 'ada@shop.example' });
  const productId = await addProduct(services, { title: 'Foxes' });
  const order = await addOrder(services, { accountId: ada.id, productIds: [productId] });
  const params = { buyerId: ada.id };

  const { answer } = await callStudio(app, 'buyer', { cookie, params });
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ deletedAt: services.clock().toISOString() }).execute(),
  );

  expect(answer).toMatchObject({
    orderCount: 1,
    orders: [{ id: order.id, designs: ['Foxes'], paymentState: 'paid', totalPrice: 12 }],
    sessions: 1,
  });
  expect((await studioRefused(app, 'buyer', { cookie, params })).problem.code).toBe('NOT_FOUND');
  expect(await list({})).toEqual([]);
  expect(await list({ search: 'ada' })).toEqual([]);
});
