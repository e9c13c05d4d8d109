import { expect, test } from 'vitest';
import { checkDatabase } from '#server/operations/doctor/check-database.ts';
import { makeServices } from '#tests/support/make-services.ts';

test('PostgreSQL says which it is, how many connections are left and who follows', async () => {
  const { text, state } = await checkDatabase({ ...(await makeServices()), fetch });

  expect(state).toBe('ok');
  expect(text).toMatch(
    /^PostgreSQL (1[5-9]|[2-9]\d)[\d.]*, \d+ of 997 connections left\. No standby follows it\.$/,
  );
});
