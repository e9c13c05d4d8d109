import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { type Column, type ColumnFacts, type Columns, keyOf, type Table } from './table.ts';

type Database = Kysely<unknown>;
type Definition = ColumnDefinitionBuilder;

/** Creates tables with their indexes. Each comes after those that it refers to. */
export async function createTables(
  database: Database,
  tables: Readonly<Record<string, Table>>,
): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await createTable(database, name, table);
    for (const [index, part] of Object.entries(table.parts.indexes ?? {})) {
      const { of, isUnique, where } = 'of' in part ? part : { of: part };
      const columns = sql.raw(typeof of === 'string' ? of : of.map(quoted).join(', '));
      await sql`create ${sql.raw(isUnique ? 'unique index' : 'index')} ${sql.ref(index)}
        on ${sql.table(name)} (${columns}) ${sql.raw(where ? `where ${where}` : '')}`.execute(
        database,
      );
    }
  }
}

/** Adds columns to tables that exist. */
export async function addColumns(
  database: Database,
  added: Readonly<Record<string, Columns>>,
): Promise<void> {
  for (const [table, columns] of Object.entries(added)) {
    for (const [name, column] of Object.entries(columns)) {
      await database.schema
        .alterTable(table)
        .addColumn(name, typeOf(database, column), (built) => build(built, name, column.facts))
        .execute();
    }
  }
}

async function createTable(
  database: Database,
  name: string,
  { columns, parts }: Table,
): Promise<void> {
  const key = keyOf(columns);
  const isNamed = key.length > 1 || parts.keyName !== undefined;
  let created: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [of, column] of Object.entries(columns)) {
    created = created.addColumn(of, typeOf(database, column), (built) => {
      if (column.facts.kind === 'counter') return columnTypes(database).counter.build(built);
      if (!column.facts.isKey || isNamed) return build(built, of, column.facts);
      return build(built.primaryKey(), of, { ...column.facts, isNullable: true });
    });
  }
  if (isNamed) created = created.addPrimaryKeyConstraint(parts.keyName ?? `${name}Key`, [...key]);
  for (const [unique, of] of Object.entries(parts.unique ?? {})) {
    created = created.addUniqueConstraint(unique, [...of]);
  }
  for (const [check, condition] of Object.entries(parts.checks ?? {})) {
    created = created.addCheckConstraint(check, sql.raw(condition));
  }
  for (const [owner, { table, by }] of Object.entries(parts.owners ?? {})) {
    created = created.addForeignKeyConstraint(owner, [...by], table, [...by], (reference) =>
      reference.onDelete('cascade'),
    );
  }
  await created.execute();
}

function typeOf(database: Database, { facts: { kind } }: Column<unknown>) {
  const types = columnTypes(database);
  return kind === 'counter' ? types.counter.type : kind === 'text' ? types.text : 'bigint';
}

function build(column: Definition, name: string, facts: ColumnFacts): Definition {
  const { isNullable, isUnique, defaultTo, values, references, onDelete } = facts;
  const check = values
    ? `${quoted(name)} in (${values.map((value) => `'${value}'`).join(', ')})`
    : facts.check;
  let built = column;
  if (!isNullable) built = built.notNull();
  if (isUnique) built = built.unique();
  if (defaultTo !== undefined) built = built.defaultTo(defaultTo);
  if (check !== undefined) built = built.check(sql.raw(check));
  if (references !== undefined) built = built.references(references);
  return onDelete ? built.onDelete(onDelete) : built;
}

function quoted(name: string): string {
  return `"${name}"`;
}
