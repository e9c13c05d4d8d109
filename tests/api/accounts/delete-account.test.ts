import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import { createApp } from '#server/app.ts';
import { makeRequestLink } from '#server/commissions/request-links.ts';
import { transition } from '#server/commissions/transition.ts';
import { runRetention } from '#server/operations/retention.ts';
import { reconcileOnce } from '#server/orders/payments/reconcile.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { isPostgres } from '#server/platform/database/column-types.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { sendNext } from '#server/platform/mail/mailer.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { countingPasswords } from '#tests/support/counting-passwords.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { choosePush } from '#tests/support/pushes.ts';
import { queuedMails } from '#tests/support/queued-mails.ts';
import { registration } from '#tests/support/registration.ts';
import { askForCode, resetToken } from '#tests/support/reset-flow.ts';
import { wholeDatabase } from '#tests/support/whole-database.ts';

const email = 'ada@shop.example';
const password = 'cotton and thread';

async function setUp() {
  const passwords = countingPasswords();
  const services = await makeServices({ passwords });
  const app = createApp(services);
  await call(app, 'register', {
    body: registration({ email, password, businessVerificationLink: '@adasews' }),
  });
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ status: 'approved' }).execute(),
  );
  const { answer } = await call(app, 'login', { body: { email, password } });
  passwords.work.length = 0;
  return { app, services, passwords, token: answer.token, accountId: answer._id };
}

/** Every text in the database, by table. */
async function everyText(services: TestServices): Promise<Map<string, string>> {
  const tables = Object.entries(await wholeDatabase(services));
  return new Map(tables.map(([name, rows]) => [name, JSON.stringify(rows)]));
}

/** Sends the queued mails; returns the recipients. */
async function sendAll(services: TestServices): Promise<string[]> {
  const recipients: string[] = [];
  const transport = {
    send: async (mail: { recipient: string }) => void recipients.push(mail.recipient),
  };
  while (await sendNext(services, transport));
  return recipients;
}

test('ends the account at once: no session, no sign-in, no code', async () => {
  const { app, services, token } = await setUp();
  const elsewhere = await call(app, 'login', { body: { email, password } });

  const { answer } = await call(app, 'deleteAccount', { token, body: { password } });

  expect(answer.message).toBe(messages.profile.deleted);
  for (const session of [token, elsewhere.answer.token]) {
    expect((await callRefused(app, 'me', { token: session })).status).toBe(401);
  }
  const signIn = await callRefused(app, 'login', { body: { email, password } });
  expect(signIn.problem.code).toBe('WRONG_CREDENTIALS');
  await services.database.write((tx) => tx.deleteFrom('mailOutbox').execute());
  await call(app, 'sendOtp', { body: { email } });
  expect(await sendAll(services)).toEqual([]);
});

test("is confirmed by a mail to the account's former address", async () => {
  const { app, services, token } = await setUp();
  await sendAll(services);

  await call(app, 'deleteAccount', { token, body: { password } });

  const mails = await queuedMails(services);
  expect(mails).toMatchObject([{ recipient: email, sentAt: null }]);
  expect(mails[0]?.subject).toContain('deleted');
});

test('leaves nothing of the person in any table, and orders without a name', async () => {
  const { app, services, token, accountId } = await setUp();
  const productId = await addProduct(services);
  const order = await addOrder(services, { accountId, productIds: [productId] });
  await services.database.write((tx) =>
    tx
      .updateTable('orders')
      .set({
        customerName: 'Ada Sewell',
        customerEmail: 'ada@home.example',
        customerCity: 'Leeds',
        customerCountry: 'GB',
        paidAt: services.clock().toISOString(),
        receiptNumber: 'R-2026-000001',
      })
      .execute(),
  );
  await call(app, 'cartAdd', { token, body: { productId }, key: 'opOfAdaTheCart' });
  await call(app, 'wishlistAdd', { token, body: { productId }, key: 'opOfAdaTheWish' });
  await choosePush(app, token, 'priceDrops', 'phone-of-Ada');
  const due = services.clock().toISOString();
  await services.database.write((tx) =>
    tx.updateTable('accounts').set({ priceDropsDueAt: due, priceDropsToldAt: due }).execute(),
  );
  await services.database.write((tx) =>
    tx
      .insertInto('customRequests')
      .values({
        id: newId(services.clock()),
        accountId,
        name: 'Ada Sewell',
        email,
        designType: 'Exclusive',
        description: 'Foxes for Ada Sewell',
        createdAt: services.clock().toISOString(),
      })
      .execute(),
  );
  const billing = { company: 'Ada Ltd', address: '1 Mill Road\nLeeds', taxId: '' };
  await call(app, 'updateUser', { token, body: { billing } });
  await call(app, 'changeReceipt', { token, params: { orderId: order.id }, body: billing });
  await call(app, 'chooseNews', { token, body: { news: wordsOfNews } });
  await askForCode(app, services, email);
  await sendAll(services);
  const traces = /ada@|Ada|Sewell|adasews|Leeds|opOfAda|cotton/;
  const before = [...(await everyText(services))].filter(([, text]) => traces.test(text));

  await call(app, 'deleteAccount', { token, body: { password } });
  await sendAll(services);
  services.pass(8 * 86_400_000);
  await runRetention(services);

  // In PostgreSQL, the indexes of words aren't tables.
  const indexes = isPostgres(services.database.read) ? [] : ['buyerWords', 'orderWords'];
  expect(before.map(([table]) => table).toSorted()).toEqual(
    [
      'accounts',
      'buyerTexts',
      'customRequests',
      'idempotencyAnswers',
      'mailOutbox',
      'newsConsents',
      'orderTexts',
      'orders',
      'pushDevices',
      'receiptVersions',
      ...indexes,
    ].toSorted(),
  );
  const after = [...(await everyText(services))].filter(([, text]) => traces.test(text));
  expect(after).toEqual([]);
  const kept = await services.database.read.selectFrom('orders').selectAll().execute();
  expect(kept).toMatchObject([
    { id: order.id, accountId, state: 'paid', totalPrice: 1200, customerCountry: 'GB' },
  ]);
  const sets = ['cartLines', 'carts', 'wishlistLines', 'wishlists'] as const;
  for (const table of [...sets, 'resetSteps', 'knownPrices', 'pushDevices'] as const) {
    expect(await services.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  const accounts = await services.database.read.selectFrom('accounts').selectAll().execute();
  expect(accounts).toMatchObject([{ priceDropsDueAt: null, priceDropsToldAt: null }]);
});

test('takes along what the version before left of receipts and messages', async () => {
  const { app, services, token, accountId } = await setUp();
  const productIds = [await addProduct(services)];
  const { id: orderId } = await addOrder(services, { accountId, productIds });
  await call(app, 'deleteAccount', { token, body: { password } });
  const now = services.clock().toISOString();
  await services.database.write(async (tx) => {
    const billing = JSON.stringify({ company: 'Ada Ltd', address: '', taxId: '' });
    await tx.updateTable('accounts').set({ billing }).execute();
    const version = { orderId, version: 2, billing, createdAt: now };
    await tx.insertInto('receiptVersions').values(version).execute();
    const about = { id: newId(services.clock()), kind: 'order', orderId, accountId } as const;
    const thread = { ...about, name: 'Ada', email, title: '1', lastAt: now };
    await tx.insertInto('threads').values(thread).execute();
  });

  await runRetention(services);

  const { read } = services.database;
  expect(await read.selectFrom('accounts').select('billing').execute()).toEqual([
    { billing: null },
  ]);
  for (const table of ['receiptVersions', 'threads'] as const) {
    expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test('keeps a request that was paid, without a word of its buyer', async () => {
  const { app, services, token, accountId } = await setUp();
  const open = await addRequest(services, { accountId });
  const paid = await addRequest(services, { accountId, state: 'quoted' });
  await makeChange(services, async (change) => {
    await transition(change, paid, 'pay', 'buyer', 'For Ada');
    for (const move of ['draw', 'deliver', 'accept'] as const) {
      await transition(change, paid, move, { staffId: 'a'.repeat(24) }, 'Dear Ada');
    }
    await makeRequestLink(change, paid);
  });

  await call(app, 'deleteAccount', { token, body: { password } });

  const { read } = services.database;
  const rows = await read.selectFrom('customRequests').selectAll().execute();
  expect(rows.map(({ id }) => id)).not.toContain(open);
  expect(rows).toMatchObject([
    { id: paid, accountId, state: 'accepted', name: '', email: '', description: '' },
  ]);
  const moves = await read.selectFrom('commissionMoves').select('note').execute();
  expect(moves.map(({ note }) => note)).toEqual(['', '', '', '']);
  expect(await read.selectFrom('requestLinks').selectAll().execute()).toEqual([]);
});

test('ends its downloads, by session and by links created before', async () => {
  const { app, services, token, accountId } = await setUp();
  const productId = await addProduct(services, { files: { 'moons.png': Buffer.from('moons') } });
  const order = await addOrder(services, { accountId, productIds: [productId] });
  const path = `/api/orders/${order.id}/items/${order.itemIds[0]}/download`;
  const headers = { Authorization: `Bearer ${token}` };
  const link = (await app.request(path, { headers })).headers.get('location') ?? '';
  expect((await app.request(link)).status).toBe(200);

  await call(app, 'deleteAccount', { token, body: { password } });

  expect((await app.request(path, { headers })).status).toBe(401);
  expect((await app.request(link)).status).toBe(404);
});

test('takes back a newsletter that waits, and nothing else', async () => {
  const { app, services, token, accountId } = await setUp();
  const mail = { recipient: email, accountId, text: 'Soon.', html: '<p>Soon.</p>' };
  await makeChange(services, async (change) => {
    await queueMail(change, { ...mail, subject: 'Autumn', news: 'letters' });
    await queueMail(change, { ...mail, subject: 'Your order' });
  });

  await call(app, 'deleteAccount', { token, body: { password } });

  const left = await queuedMails(services);
  const subjects = left.map(({ subject }) => subject);
  expect(subjects).not.toContain('Autumn');
  expect(subjects).toContain('Your order');
});

test('forgets which newsletters it got', async () => {
  const { app, services, token, accountId } = await setUp();
  const { read, write } = services.database;
  const at = services.clock().toISOString();
  const id = newId(services.clock());
  await write(async (tx) => {
    await tx
      .insertInto('newsletters')
      .values({
        ...{ id, subject: 'Autumn', text: 'Soon.', designIds: '[]', audience: 'everyone' },
        ...{ state: 'sent', version: 1, createdAt: at, sendAt: at },
      })
      .execute();
    await tx
      .insertInto('newsletterMails')
      .values({ newsletterId: id, accountId, mailId: id, queuedAt: at, outcome: 'sent' })
      .execute();
  });

  await call(app, 'deleteAccount', { token, body: { password } });

  expect(await read.selectFrom('newsletterMails').selectAll().execute()).toEqual([]);
});

test('frees its e-mail for a new account that owns nothing of the old one', async () => {
  const { app, services, token, accountId } = await setUp();
  const productId = await addProduct(services);
  await addOrder(services, { accountId, productIds: [productId] });
  await call(app, 'deleteAccount', { token, body: { password } });

  await call(app, 'register', { body: registration({ email, password }) });
  const fresh = await call(app, 'login', { body: { email, password } });

  expect(fresh.answer).toMatchObject({ status: 'pending', approved: false });
  expect(fresh.answer._id).not.toBe(accountId);
  const { answer } = await call(app, 'orders', { token: fresh.answer.token, query: {} });
  expect(answer.orders).toEqual([]);
});

test('requires the password, with the error at its field, and a wrong one signs nobody out', async () => {
  const { app, token } = await setUp();

  const wrong = await callRefused(app, 'deleteAccount', { token, body: { password: 'linen' } });
  const none = await callRefused(app, 'deleteAccount', { token, body: { password: '' } });

  expect([wrong.status, wrong.problem.code]).toEqual([422, 'WRONG_PASSWORD']);
  expect(wrong.problem.fields).toEqual({ password: messages.profile.wrongPassword });
  expect([none.status, none.problem.code]).toEqual([422, 'INVALID']);
  expect((await send(app, 'me', { token })).status).toBe(200);
});

test('limits guesses at the password before hashing', async () => {
  const { app, token, passwords } = await setUp();
  for (let count = 0; count < 10; count += 1) {
    await send(app, 'deleteAccount', { token, body: { password: 'linen' } });
  }
  passwords.work.length = 0;

  const { status } = await callRefused(app, 'deleteAccount', { token, body: { password } });

  expect(status).toBe(429);
  expect(passwords.work).toEqual([]);
});

test('invalidates a token that would set a password', async () => {
  const { app, services, token } = await setUp();
  const reset = await resetToken(app, services, email);
  await call(app, 'deleteAccount', { token, body: { password } });

  const { problem } = await callRefused(app, 'resetPassword', {
    body: { token: reset, password: 'linen and wool' },
  });

  expect(problem.code).toBe('CODE_ENDED');
});

test.each(['capturing', 'review'] as const)(
  'waits while a payment is %s and loses nothing',
  async (state) => {
    const { app, services, token, accountId } = await setUp();
    const productId = await addProduct(services);
    await addOrder(services, { accountId, productIds: [productId], state });
    const before = await everyText(services);

    const { status, problem } = await callRefused(app, 'deleteAccount', {
      token,
      body: { password },
    });

    expect([status, problem.code]).toEqual([409, 'PAYMENT_PENDING']);
    const after = await everyText(services);
    before.delete('rateLimits');
    after.delete('rateLimits');
    expect(after).toEqual(before);
  },
);

test('voids an unpaid order and never captures it', async () => {
  const { app, services, token } = await setUp();
  const productId = await addProduct(services, { files: { 'a.png': Buffer.from('a') } });
  await call(app, 'cartAdd', { token, body: { productId } });
  const customerDetails = { name: 'Ada', email, country: '', city: '' };
  const { answer } = await call(app, 'checkout', { token, body: { customerDetails } });
  services.gateway.approve(answer.paypalOrderId ?? '');

  await call(app, 'deleteAccount', { token, body: { password } });
  services.pass(3_600_000);
  await reconcileOnce(services);

  const orders = await services.database.read
    .selectFrom('orders')
    .select(['state', 'customerName'])
    .execute();
  expect(orders).toEqual([{ state: 'void', customerName: '' }]);
  expect(services.gateway.calls.map(({ name }) => name)).not.toContain('captureOrder');
});

test('is not undone by a later change of the profile', async () => {
  const { services, token, accountId } = await setUp();
  const late = createApp({
    ...services,
    database: {
      ...services.database,
      // Deletes the account between the session check and the change.
      async write(work) {
        await services.database.write((tx) =>
          tx.updateTable('accounts').set({ firstName: '', deletedAt: '2026-03-01' }).execute(),
        );
        return services.database.write(work);
      },
    },
  });

  const names = await callRefused(late, 'updateUser', { token, body: { firstName: 'Ada' } });
  const licence = { licenseType: 'FABRIC_SHOP', businessVerificationLink: '@back' } as const;
  await send(late, 'updateLicence', { token, body: licence });

  expect(names.problem.code).toBe('NOT_SIGNED_IN');
  const row = await services.database.read
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ firstName: '', licenseType: 'SMALL_BUSINESS' });
});

test.each(['cartAdd', 'wishlistAdd'] as const)(
  'an in-flight %s leaves nothing behind',
  async (name) => {
    const { services, token } = await setUp();
    const body = { productId: await addProduct(services) };
    const app = createApp({
      ...services,
      database: {
        ...services.database,
        write: (work, owner) =>
          services.database.write(async (tx) => {
            await tx.updateTable('accounts').set({ deletedAt: '2026-03-01' }).execute();
            return work(tx);
          }, owner),
      },
    });

    const { status } = await callRefused(app, name, { token, body, key: 'op-on-its-way' });

    expect(status).toBe(401);
    for (const table of ['cartLines', 'wishlistLines', 'idempotencyAnswers'] as const) {
      expect(await services.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  },
);
