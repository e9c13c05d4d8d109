import type { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { createApp } from '#server/app.ts';
import { openCatalogue } from '#server/catalogue/feed.ts';
import { endWork, fileWork } from '#server/designs/files/work-queue.ts';
import { attachCoupon } from '#server/lists/carts/cart-coupon.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { spend } from '#server/platform/http/limit.ts';
import { claimNext } from '#server/platform/jobs/do-next.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import type { AppServices } from '#server/services.ts';
import { addCoupon, couponCounts } from '#tests/support/add-coupon.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { atEndOfFile } from '#tests/support/at-end-of-file.ts';
import { call, callRefused, send } from '#tests/support/call.ts';
import { rowsOf, sendForm, setStatus } from '#tests/support/custom-desk.ts';
import { pdf, square } from '#tests/support/file-desk.ts';
import { openAgain } from '#tests/support/open-new-database.ts';
import {
  approvedOrder,
  customer,
  openPaymentShop,
  type PaymentShop,
} from '#tests/support/payment-shop.ts';
import { partOf, sendUpload, startUpload } from '#tests/support/send-upload.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio } from '#tests/support/studio-call.ts';
import { joinStudio } from '#tests/support/studio-person.ts';

/** What two shops on one database share, whichever of them is asked. */

let shop: PaymentShop;
let here: Hono;
let there: Hono;
let other: AppServices;

beforeEach(async () => {
  shop = await openPaymentShop({ limitFactor: 1000 });
  here = shop.app;
  const database = await openAgain(shop.services.env.dataDir);
  atEndOfFile(() => database.close());
  const { clientId, sdkUrl, isPractice } = shop.services.gateway;
  const catalogue = await openCatalogue(database, { clientId, sdkUrl, isPractice });
  other = { ...shop.services, database, catalogue };
  there = createApp(other);
});

test('a session ended in one is ended in the other at once', async () => {
  const { token } = shop.buyer;
  await call(there, 'me', { token });
  await call(here, 'logout', { token });
  expect((await callRefused(there, 'me', { token })).status).toBe(401);
});

test('attempts count together', async () => {
  const limit = { count: 4, windowMs: 60_000 };
  const [one, two] = [shop.services, other].map((services) => ({ ...services, limitFactor: 1 }));
  if (!one || !two) throw new Error('two shops');
  const tried = await Promise.allSettled(
    [one, two, one, two, one, two].map((services) => spend(services, 'key', limit)),
  );
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});

test('a change sent to both under one key is made once, with one answer', async () => {
  const productId = await shop.addDesign();
  const request = { token: shop.buyer.token, key: 'one-change-of-a-device', body: { productId } };
  const answers = await Promise.all(
    [here, there].map(async (app) => (await send(app, 'cartAdd', request)).text()),
  );
  const lines = await shop.services.database.read.selectFrom('cartLines').selectAll().execute();
  expect(new Set(answers).size).toBe(1);
  expect(lines).toHaveLength(1);
});

test('the last use of a coupon is used once', async () => {
  const couponId = await addCoupon(shop.services, { useLimit: 1 });
  const productId = await shop.addDesign();
  const buyers = [shop.buyer, await signUp(shop.services)];
  for (const { id, token } of buyers) {
    await call(here, 'cartAdd', { token, body: { productId } });
    await shop.services.database.write((tx) => attachCoupon(tx, id, couponId));
  }
  const body = { customerDetails: customer };
  const statuses = await Promise.all(
    [here, there].map(
      async (app, at) =>
        (await send(app, 'checkout', { token: buyers[at]?.token ?? '', body })).status,
    ),
  );
  const { used, ledger, orders } = await couponCounts(shop.services, couponId);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect([used, ledger, orders]).toEqual([1, 1, 1]);
});

test('of two custom requests for the last slot, one is taken and the other hears that none is free', async () => {
  const { services } = shop;
  await setStatus(services, 'On');
  await makeChange(services, (change) =>
    writeSetting(change, 'commissionRules', { slots: 1, silence: 'person' }),
  );

  const answers = await Promise.all([here, there].map((app) => sendForm(app)));

  const statuses = answers.map(({ status }) => status).toSorted((one, two) => one - two);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(statuses).toEqual([200, 409]);
  expect(texts.join()).toContain(messages.custom.closed);
  expect((await rowsOf(services)).requests).toHaveLength(1);
});

test('a payment captured in both is captured once', async () => {
  const { orderId, paypalOrderId, productId } = await approvedOrder(shop);
  const { token } = shop.buyer;
  const statuses = await Promise.all(
    [here, there, here, there].map(
      async (app) => (await send(app, 'capturePayment', { token, body: { orderId } })).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(shop.capturesOf(paypalOrderId)).toBe(1);
  expect(await shop.salesOf(productId)).toBe(1);
});

test('an upload begun in one continues and ends in the other', async () => {
  const { cookie } = await joinStudio(here, shop.services);
  const designId = await addProduct(shop.services, { status: 'draft', files: {} });
  const bytes = pdf();
  const half = 200;
  const { _id: uploadId } = await startUpload(here, cookie, designId, { name: 'a.pdf', bytes });
  await callStudio(here, 'sendPart', partOf(uploadId, 0, bytes.slice(0, half), cookie));
  await callStudio(there, 'sendPart', partOf(uploadId, half, bytes.slice(half), cookie));
  await callStudio(there, 'finishUpload', { params: { uploadId }, cookie });
  const { answer } = await callStudio(here, 'designFiles', { params: { designId }, cookie });
  expect(answer.files.map(({ name }) => name)).toEqual(['a.pdf']);
});

test('a picture is prepared by one, and by the other a minute after the first died', async () => {
  const { cookie } = await joinStudio(here, shop.services);
  const designId = await addProduct(shop.services, { status: 'draft', files: {} });
  const bytes = await square(64);
  await sendUpload(here, cookie, designId, { kind: 'image', name: 'a.png', bytes });
  const dead = await claimNext(shop.services, fileWork);
  const meanwhile = await claimNext(other, fileWork);
  shop.pass(60_000);
  const taken = await claimNext(other, fileWork);
  if (!dead || !taken) throw new Error('nothing to do');

  const isEndedByDead = await shop.services.database.write((tx) => endWork(tx, dead));
  const isEnded = await other.database.write((tx) => endWork(tx, taken));

  expect(meanwhile).toBeNull();
  expect(taken.id).toBe(dead.id);
  expect([isEndedByDead, isEnded]).toEqual([false, true]);
});
