import type { ColumnBuilderCallback, Kysely } from 'kysely';

/** A column that names a row of another table, such as `accounts.id`, and is deleted with it. */
export function ownedBy(column: string): ColumnBuilderCallback {
  return (builder) => builder.notNull().references(column).onDelete('cascade');
}

/** Creates an index of some columns. */
export async function createIndex(
  { schema }: Pick<Kysely<unknown>, 'schema'>,
  name: string,
  table: string,
  columns: string[],
): Promise<void> {
  await schema.createIndex(name).on(table).columns(columns).execute();
}
