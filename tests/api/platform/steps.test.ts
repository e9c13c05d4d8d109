import type { Kysely } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import { steps } from '#server/platform/database/migrations/migrations.ts';
import type { Database } from '#server/platform/database/open.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { migrationsOf } from '#server/platform/database/step.ts';
import { integer, oneOf, type RowsAfter, table, text } from '#server/platform/database/table.ts';
import { addProduct } from '#tests/support/add-product.ts';
import { emptyFolder } from '#tests/support/empty-folder.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { newPostgres } from '#tests/support/open-new-database.ts';

/** What a version after the baseline adds is data, too, for rows and types alike. */

const added = {
  ...steps,
  '999-difficulty': {
    columns: { products: { difficulty: oneOf('easy', 'hard').default('easy') } },
    tables: {
      hints: table({
        productId: text().key().ownedBy('products.id'),
        place: integer().key(),
        words: text().nullable(),
      }).with({ indexes: { hintsWithWords: { of: ['words'], isUnique: true } } }),
    },
  },
} as const;
type After = Kysely<RowsAfter<typeof added>>;

/** Opens a database twice: with the baseline alone, and updated. */
async function update(): Promise<{ database: Database; productId: string }> {
  const address = process.env.TEST_ENGINE === 'postgres' ? await newPostgres('migrated') : null;
  const folder = await emptyFolder();
  const open = (known?: ReturnType<typeof migrationsOf>) =>
    address === null ? openSqlite(folder, known) : openPostgres(address, known);
  const before = await open();
  const productId = await addProduct(await makeServices({ database: before }));
  await before.close();
  return { database: await open(migrationsOf(added)), productId };
}

test('a column and a table are added with their rules, and the rows and their types have them', async () => {
  const { database, productId } = await update();
  const write = (work: (tx: After) => Promise<unknown>) =>
    database.write((tx) => work(tx as unknown as After));

  await write((tx) => tx.insertInto('hints').values({ productId, place: 1 }).execute());

  const row = await (database.read as unknown as After)
    .selectFrom('products')
    .innerJoin('hints', 'hints.productId', 'products.id')
    .select(['products.difficulty', 'hints.place', 'hints.words'])
    .executeTakeFirstOrThrow();
  expectTypeOf(row).toEqualTypeOf<{
    difficulty: 'easy' | 'hard';
    place: number;
    words: string | null;
  }>();
  expect(row).toEqual({ difficulty: 'easy', place: 1, words: null });
  const difficulty = 'impossible' as 'hard';
  await expect(
    write((tx) => tx.updateTable('products').set({ difficulty }).execute()),
  ).rejects.toThrow(/check/i);
  await expect(
    write((tx) => tx.insertInto('hints').values({ productId, place: 1 }).execute()),
  ).rejects.toThrow(/unique/i);
  await expect(
    write((tx) => tx.insertInto('hints').values({ productId: 'none', place: 1 }).execute()),
  ).rejects.toThrow(/foreign key/i);
  await database.close();
});
