import { expect, test } from 'vitest';
import { designOf } from '#server/commissions/commission-design.ts';
import { makeQuote } from '#server/commissions/make-quote.ts';
import { makeAuditedChange, makeChange } from '#server/platform/database/change.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { makeServices } from '#tests/support/make-services.ts';

test('a request has one design, a draft with the price of its quote', async () => {
  const services = await makeServices();
  const { database } = services;
  const requestId = await addRequest(services);
  await makeAuditedChange(services, 'a'.repeat(24), (change) =>
    makeQuote(change, requestId, {
      price: 120,
      deposit: null,
      included: 'A seamless pattern.',
      designType: 'Exclusive',
      rounds: 2,
      days: 10,
      validDays: 14,
      replaces: 0,
    }),
  );

  const [one, other] = await Promise.all(
    [1, 2].map(() => makeChange(services, (change) => designOf(change, requestId))),
  );

  expect(other).toEqual(one);
  const designs = await database.read
    .selectFrom('products')
    .select(['id', 'status', 'price', 'title'])
    .where('commissionId', '=', requestId)
    .execute();
  expect(designs).toEqual([
    {
      ...one,
      status: 'draft',
      price: 12_000,
      title: expect.stringMatching(/^Custom design \w{6}$/),
    },
  ]);
});
