import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** A `limitFactor` of 0.01 allows six of the six hundred. */
async function setUp(limitFactor: number) {
  const services = await makeServices({ limitFactor });
  const app = createApp(services);
  const { token } = await signUp(services);
  const body = { productId: await addProduct(services) };
  const op = (place: number) => ({ token, body, key: `op-of-this-test-${place}` });
  const answers = async () =>
    (await services.database.read.selectFrom('idempotencyAnswers').select('key').execute()).length;
  return { services, app, op, answers };
}

test('accepts an outbox of a hundred ops at once', async () => {
  const { app, op, answers } = await setUp(1);

  for (let place = 0; place < 100; place += 1) {
    await call(app, place % 2 ? 'cartRemove' : 'cartAdd', op(place));
  }

  expect(await answers()).toBe(100);
});

test("limits an account's ops for a while, and stores nothing beyond the limit", async () => {
  const { services, app, op, answers } = await setUp(0.01);
  for (let place = 0; place < 3; place += 1) {
    await call(app, 'cartAdd', op(place));
    await call(app, 'wishlistAdd', op(10 + place));
  }

  const { status, headers } = await callRefused(app, 'cartAdd', op(20));

  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('600');
  expect(await answers()).toBe(6);
  const other = await signUp(services);
  expect((await call(app, 'cartAdd', { ...op(30), token: other.token })).status).toBe(200);
  services.pass(600_000);
  expect((await call(app, 'cartAdd', op(20))).status).toBe(200);
});

test('answers a repeated op without counting it', async () => {
  const { app, op } = await setUp(0.01);
  for (let place = 0; place < 5; place += 1) await call(app, 'cartAdd', op(place));

  for (let count = 0; count < 20; count += 1) await call(app, 'cartAdd', op(0));

  expect((await call(app, 'cartAdd', op(5))).status).toBe(200);
  expect((await callRefused(app, 'cartAdd', op(6))).status).toBe(429);
  expect((await call(app, 'cartAdd', op(0))).status).toBe(200);
});
