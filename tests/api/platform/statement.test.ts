import { expect, test } from 'vitest';
import { statement } from '#server/platform/database/statement.ts';
import { spend } from '#server/platform/http/limit.ts';
import { makeServices } from '#tests/support/make-services.ts';

test('a statement is put together once, and each use has its own values', async () => {
  const services = await makeServices();
  let times = 0;
  const countsOf = statement((database, { one, other }: { one: string; other: string }) => {
    times += 1;
    return database
      .selectFrom('rateLimits')
      .select(['key', 'count'])
      .where('key', 'in', [one, other])
      .where('key', '!=', 'unused')
      .orderBy('key');
  });
  const limit = { count: 5, windowMs: 1000 };
  for (const key of ['a', 'b', 'b', 'c']) await spend(services, key, limit);
  const { read, write } = services.database;

  expect(await countsOf(read, { one: 'a', other: 'b' })).toEqual([
    { key: 'a', count: 1 },
    { key: 'b', count: 2 },
  ]);
  expect(await write((tx) => countsOf(tx, { one: 'c', other: 'unused' }))).toEqual([
    { key: 'c', count: 1 },
  ]);
  expect(times).toBe(1);
});
