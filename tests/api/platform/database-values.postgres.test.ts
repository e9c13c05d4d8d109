import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshPostgres } from '#tests/support/fresh-postgres.ts';

const { open } = freshPostgres();

test('texts sort by their characters, and a list of none matches nothing', async () => {
  const { read, write } = await open();
  await write((tx) =>
    tx
      .insertInto('settings')
      .values(['a', 'B', 'é', 'z'].map((key) => ({ key, value: '', updatedAt: '' })))
      .execute(),
  );
  const keys = await read.selectFrom('settings').select('key').orderBy('key').execute();
  expect(keys.map(({ key }) => key)).toEqual(['B', 'a', 'z', 'é']);
  const none = await read.selectFrom('settings').selectAll().where('key', 'in', []).execute();
  expect(none).toEqual([]);
});

test('a number that is not exact is refused instead of rounded', async () => {
  const { read } = await open();
  const { rows } = await sql`SELECT 9007199254740991 AS number`.execute(read);
  expect(rows).toEqual([{ number: Number.MAX_SAFE_INTEGER }]);
  await expect(sql`SELECT 9007199254740993`.execute(read)).rejects.toThrow('exact');
});
