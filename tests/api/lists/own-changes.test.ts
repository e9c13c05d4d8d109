import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CallName, type CallRequest, calls } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { statementName } from '#server/platform/database/statement.ts';
import { send } from '#tests/support/call.ts';
import { loggingDatabase } from '#tests/support/query-log.ts';
import { openRefundShop } from '#tests/support/refund-shop.ts';

/** They change what the catalogue shows, so their writes wait for everybody's. */
const others = ['sendReview', 'takeBackReview'] as const;

/** The other idempotent calls of accounts: their writes wait for the account's own only, so they change nothing else. */
type OwnCall = Exclude<
  {
    [N in CallName]: (typeof calls)[N] extends {
      readonly isIdempotent: true;
      readonly access: 'account';
    }
      ? N
      : never;
  }[CallName],
  (typeof others)[number]
>;

/** The statements of one request of each. */
async function ownStatements(): Promise<readonly string[]> {
  const { shop, itemIds } = await openRefundShop([500]);
  const database = loggingDatabase(shop.services.database);
  const app = createApp({ ...shop.services, database });
  const productId = await shop.addDesign();
  const at = '2026-06-01T10:00:00.000Z';
  const counted = { licenceId: itemIds[0] ?? '', delta: 1, at, opId: randomUUID() };
  const requests: { [N in OwnCall]: CallRequest<N> } = {
    cartAdd: { body: { productId, seenPrice: 5 } },
    cartRemove: { body: { productId } },
    wishlistAdd: { body: { productId } },
    wishlistRemove: { params: { id: productId } },
    countSold: { body: counted },
  };
  expect(Object.keys(requests).toSorted()).toEqual(
    Object.entries(calls)
      .filter(([, call]) => 'isIdempotent' in call && call.access !== 'anyone')
      .map(([name]) => name)
      .filter((name) => !others.some((other) => other === name))
      .toSorted(),
  );

  for (const [name, request] of Object.entries(requests)) {
    const extras = { token: shop.buyer.token, key: randomUUID() };
    const answered = await send(app, name as OwnCall, { ...request, ...extras } as never);
    expect(answered.status, `${name}: ${await answered.text()}`).toBe(200);
  }
  return database.statements;
}

test('calls that only wait for the account’s own change nothing but what is its own', async () => {
  const changed = (await ownStatements()).flatMap(
    (statement) => /(?:insert into|update|delete from) "(\w+)"/.exec(statement)?.[1] ?? [],
  );
  expect([...new Set(changed)].toSorted()).toEqual([
    'cartLineDevices',
    'cartLines',
    'cartRemovals',
    'carts',
    'idempotencyAnswers',
    'knownPrices',
    'licenceCounts',
    'rateLimits',
    'seenPrices',
    'wishlistLines',
    'wishlists',
  ]);
});

test('their statements are made once, because many buyers send them', async () => {
  // While a statement is made, its parts are logged as well.
  await ownStatements();
  const statements = await ownStatements();
  expect(statements.filter((text) => statementName(text) === undefined)).toEqual([]);
});
