import { sql } from 'kysely';
import { type DesignCategory, designMessages } from '#contract/studio/designs.ts';
import { assertNotChanged } from '../platform/audit/merge-fields.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { Problem } from '../platform/http/problem.ts';

/** All categories by name, each with its number of designs. */
export async function listCategories(database: Reader): Promise<DesignCategory[]> {
  return database
    .selectFrom('categories')
    .select((eb) => [
      'id',
      'name',
      eb
        .selectFrom('productCategories')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('categoryId', '=', 'categories.id')
        .$asScalar()
        .$notNull()
        .as('designs'),
    ])
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Adds a category. @throws INVALID if the name is taken */
export async function createCategory(change: AuditedChange, name: string): Promise<DesignCategory> {
  const { tx, now } = change;
  await assertNameFree(tx, name, null);
  const id = newId(now);
  const { last } = await tx
    .selectFrom('categories')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const position = (last ?? -1) + 1;
  await tx.insertInto('categories').values({ id, name, position, isDemo: 0 }).execute();
  const after = { name };
  await recordAction(change, { action: 'category.added', subjectId: id, before: null, after });
  return { id, name, designs: 0 };
}

/** Renames a category everywhere. @throws NOT_FOUND; CHANGED_MEANWHILE if it isn't called `from`; INVALID if the name is taken */
export async function renameCategory(
  change: AuditedChange,
  id: string,
  { from, name }: { readonly from: string; readonly name: string },
): Promise<DesignCategory> {
  const { tx } = change;
  const row = await findCategory(tx, id);
  await assertNotChanged(tx, id, 'name', { now: row.name, from, to: name });
  await assertNameFree(tx, name, id);
  const designs = await tx
    .selectFrom('productCategories')
    .innerJoin('products', 'products.id', 'productCategories.productId')
    .select(['products.id', 'products.status'])
    .where('categoryId', '=', id)
    .execute();
  if (row.name !== name) {
    await tx.updateTable('categories').set({ name }).where('id', '=', id).execute();
    const seen = { before: { name: row.name }, after: { name } };
    await recordAction(change, { action: 'category.renamed', subjectId: id, ...seen });
    const shown = designs.filter(({ status }) => status === 'published');
    await recordCatalogueChange(
      change,
      shown.map((design) => design.id),
    );
  }
  return { id, name, designs: designs.length };
}

/** Deletes a category. @throws NOT_FOUND; INVALID while it has designs */
export async function deleteCategory(change: AuditedChange, id: string): Promise<void> {
  const { tx } = change;
  const { name } = await findCategory(tx, id);
  const used = await tx
    .selectFrom('productCategories')
    .select('productId')
    .where('categoryId', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (used) throw new Problem('INVALID', designMessages.categoryUsed);
  await tx.deleteFrom('categories').where('id', '=', id).execute();
  const before = { name };
  await recordAction(change, { action: 'category.deleted', subjectId: id, before, after: null });
}

/** @throws NOT_FOUND */
async function findCategory(tx: Transaction, id: string): Promise<{ name: string }> {
  const row = await tx
    .selectFrom('categories')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'This category doesn’t exist.');
  return row;
}

/** Refuses a name that is taken, ignoring case, because two such names look like one. */
async function assertNameFree(tx: Transaction, name: string, except: string | null): Promise<void> {
  const others = await tx.selectFrom('categories').select(['id', 'name']).execute();
  const key = name.toLowerCase();
  if (!others.some((other) => other.id !== except && other.name.toLowerCase() === key)) return;
  throw new Problem('INVALID', designMessages.categoryTaken, {
    fields: { name: designMessages.categoryTaken },
  });
}
