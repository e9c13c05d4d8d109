import { expect, onTestFinished, test } from 'vitest';
import { compareRows } from '#server/operations/compare-rows.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';

/** How many rows are read at once. */
const piece = 500;

test('a large table is compared in pieces, so that another database can answer in between', async () => {
  const database = await openSqlite(await emptyFolder());
  onTestFinished(() => database.close());
  const rows = Array.from({ length: 3 * piece }, (_, place) => ({
    day: '2026-03-01',
    words: `fox ${place}`,
    count: 1,
  }));
  await database.write(async (tx) => {
    for (let at = 0; at < rows.length; at += piece) {
      await tx
        .insertInto('emptySearches')
        .values(rows.slice(at, at + piece))
        .execute();
    }
  });
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(next));

  const { rows: compared } = await compareRows(database.read, database.read, () => {});

  expect(compared).toBeGreaterThanOrEqual(rows.length);
  expect(turns).toBeGreaterThanOrEqual(3);
});
