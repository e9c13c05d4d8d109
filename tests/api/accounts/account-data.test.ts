import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { newId } from '#server/platform/database/new-id.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { addOrder } from '#tests/support/add-order.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { makeServices, type TestServices } from '#tests/support/make-services.ts';
import { choosePush } from '#tests/support/pushes.ts';
import { signUp } from '#tests/support/sign-up.ts';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  return { services, app, ada: await signUp(services, { email: 'ada@shop.example' }) };
}

/** A custom request sent by an account, with the address it gave for the answer. */
async function addRequest(services: TestServices, accountId: string, email: string) {
  const now = services.clock();
  const id = newId(now);
  const written = { name: 'Ada', email, description: 'Foxes, please.' };
  await services.database.write((tx) =>
    tx
      .insertInto('customRequests')
      .values({ id, accountId, ...written, designType: 'Exclusive', createdAt: now.toISOString() })
      .execute(),
  );
  return id;
}

test('returns everything stored about the account', async () => {
  const { services, app, ada } = await setUp();
  const productId = await addProduct(services, { title: 'Moons' });
  const nowAt = services.clock().toISOString();
  await call(app, 'cartAdd', { token: ada.token, body: { productId } });
  await call(app, 'wishlistAdd', { token: ada.token, body: { productId } });
  await choosePush(app, ada.token, 'priceDrops', 'phone');
  const paid = await addOrder(services, { accountId: ada.id, productIds: [productId] });
  services.pass(1000);
  const given = await addOrder(services, {
    accountId: ada.id,
    productIds: [productId],
    state: 'void',
  });
  const requestId = await addRequest(services, ada.id, 'ada@home.example');
  await makeAuditedChange(services, 'a'.repeat(24), (change) =>
    makeQuote(change, requestId, {
      ...{ price: 80, deposit: null, included: 'A tile.', designType: 'Exclusive' },
      ...{ rounds: null, days: 10, validDays: 14, replaces: 0 },
    }),
  );
  await services.database.write(async (tx) => {
    await tx
      .insertInto('customRequestImages')
      .values({
        id: newId(services.clock()),
        requestId,
        position: 0,
        upload: 'u',
        bytes: 1,
        width: 1,
        height: 1,
      })
      .execute();
    await tx
      .insertInto('mailOutbox')
      .values({
        id: newId(services.clock()),
        recipient: ada.email,
        subject: 'Welcome',
        text: '',
        html: '',
        createdAt: nowAt,
        sentAt: nowAt,
        attempts: 1,
        nextAttemptAt: nowAt,
        accountId: ada.id,
      })
      .execute();
  });

  const { answer } = await call(app, 'myData', { token: ada.token });

  const design = { productId, title: 'Moons', addedAt: nowAt };
  expect(answer).toMatchObject({
    takenAt: services.clock().toISOString(),
    account: { _id: ada.id, firstName: 'Ada', email: ada.email, createdAt: nowAt },
    devices: [{ name: 'Browser on another device', signedInAt: nowAt }],
    sessions: [{ createdAt: nowAt, lastSeenAt: nowAt, device: 'Browser on another device' }],
    cart: [design],
    wishlist: [design],
    orders: [
      { _id: given.id, paymentState: 'void' },
      { _id: paid.id, paidAt: nowAt, acceptedTermsVersion: '1', items: [{ productId }] },
    ],
    customRequests: [
      {
        _id: requestId,
        email: 'ada@home.example',
        description: 'Foxes, please.',
        state: 'quoted',
        pictures: [{ width: 1 }],
        quote: { price: 80 },
      },
    ],
    notifications: [{ service: 'fcm.googleapis.com', kinds: ['priceDrops'], createdAt: nowAt }],
    mails: [{ subject: 'Welcome', createdAt: nowAt, sentAt: nowAt }],
  });
});

test('returns nothing about another account, and no hash or token', async () => {
  const { services, app, ada } = await setUp();
  const eve = await signUp(services, { email: 'eve@shop.example' });
  const productId = await addProduct(services);
  await addOrder(services, { accountId: eve.id, productIds: [productId] });
  await call(app, 'cartAdd', { token: eve.token, body: { productId } });
  await call(app, 'wishlistAdd', { token: eve.token, body: { productId } });
  await choosePush(app, eve.token, 'priceDrops', 'phone');
  await addRequest(services, eve.id, eve.email);
  const letter = { subject: 'To Eve', text: '', html: '' };
  await makeChange(services, async (change) => {
    await queueMail(change, { ...letter, recipient: eve.email, accountId: eve.id });
    // Eve wrote to the studio, and Ada signed up with the studio's own address.
    await queueMail(change, { ...letter, recipient: ada.email });
  });

  const { answer } = await call(app, 'myData', { token: ada.token });

  const none = { cart: [], wishlist: [], orders: [], customRequests: [], mails: [] };
  const nothing = { ...none, notifications: [] };
  expect(answer).toMatchObject(nothing);
  expect(answer.sessions).toHaveLength(1);
  const text = JSON.stringify(answer);
  for (const secret of [eve.id, eve.email, ada.token, 'unusable', 'tokenHash']) {
    expect(text).not.toContain(secret);
  }
});

test('lets an account awaiting approval export its data too', async () => {
  const { services, app } = await setUp();
  const waiting = await signUp(services, { status: 'pending' });

  expect((await call(app, 'myData', { token: waiting.token })).answer.account.approved).toBe(false);
});

test('is rate limited, because it reads so much', async () => {
  const { app, ada } = await setUp();
  for (let count = 0; count < 20; count += 1) await send(app, 'myData', { token: ada.token });

  expect((await callRefused(app, 'myData', { token: ada.token })).status).toBe(429);
});
