import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { call, callRefused } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp, type TestAccount } from '#tests/support/sign-up.ts';

const day = 86_400_000;
const bound = 10_000;

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const productId = await addProduct(services);
  const ada = await signUp(services);
  const eve = await signUp(services);
  const add = (account: TestAccount, key: string) => ({
    token: account.token,
    body: { productId },
    key,
  });
  /** Stores answers of an account, a millisecond apart, as this many changes would. */
  const store = (account: TestAccount, count: number, ageMs: number) =>
    services.database.write(async (tx) => {
      const oldest = services.clock().getTime() - ageMs;
      for (let start = 0; start < count; start += 1000) {
        const places = Array.from({ length: Math.min(1000, count - start) }, (_, i) => start + i);
        await tx
          .insertInto('idempotencyAnswers')
          .values(
            places.map((place) => ({
              scope: `account:${account.id}`,
              key: `stored-${place}`,
              callName: 'cartAdd',
              requestHash: '',
              answer: '{}',
              createdAt: new Date(oldest + place).toISOString(),
            })),
          )
          .execute();
      }
    });
  const keysOf = async (account: TestAccount) => {
    const rows = await services.database.read
      .selectFrom('idempotencyAnswers')
      .select('key')
      .where('scope', '=', `account:${account.id}`)
      .execute();
    return new Set(rows.map(({ key }) => key));
  };
  return { services, app, ada, eve, add, store, keysOf };
}

test('an account stores 10,000 answers; the next one replaces the oldest', async () => {
  const { app, ada, eve, add, store, keysOf } = await setUp();
  await store(ada, bound, 8 * day);
  await store(eve, 5, 20 * day);

  await call(app, 'cartAdd', add(ada, 'one-more-change'));

  const keys = await keysOf(ada);
  expect(keys.size).toBe(bound);
  expect([keys.has('stored-0'), keys.has('stored-1'), keys.has('one-more-change')]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await keysOf(eve)).size).toBe(5);
});

test('never drops an answer younger than seven days: the next change is refused until then', async () => {
  const { app, services, ada, eve, add, store, keysOf } = await setUp();
  await store(ada, bound, 7 * day - 60_000);

  const { status, headers } = await callRefused(app, 'cartAdd', add(ada, 'one-more-change'));
  const other = await call(app, 'cartAdd', add(eve, 'change-of-another'));
  const wait = Number(headers.get('retry-after'));
  const refused = await keysOf(ada);
  services.pass(wait * 1000);
  const later = await call(app, 'cartAdd', add(ada, 'one-more-change'));

  expect(status).toBe(429);
  expect(wait).toBe(60);
  expect([refused.size, refused.has('one-more-change')]).toEqual([bound, false]);
  expect([other.status, later.status]).toEqual([200, 200]);
});

test('answers a repeat of a stored change even if no more can be stored', async () => {
  const { app, ada, add, store } = await setUp();
  const first = await call(app, 'cartAdd', add(ada, 'the-first-change'));
  await store(ada, bound - 1, 60_000);
  await callRefused(app, 'cartAdd', add(ada, 'one-more-change'));

  const again = await call(app, 'cartAdd', add(ada, 'the-first-change'));

  expect(again.answer).toEqual(first.answer);
});
