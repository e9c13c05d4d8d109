import type { Generated, SelectType } from 'kysely';

/**
 * The database's tables are data: of one definition come the type of their rows and the statements that create them.
 * Amounts are integer cents, instants are ISO 8601 UTC text (which sorts by time), booleans are 0 or 1, so that every
 * engine stores the same.
 */

type Value = string | number;

/** What the database is told of a column. */
export interface ColumnFacts {
  readonly kind: 'text' | 'integer' | 'counter';
  readonly isNullable?: boolean;
  readonly isKey?: boolean;
  readonly isUnique?: boolean;
  readonly defaultTo?: Value;
  /** The only values that it takes. */
  readonly values?: readonly string[];
  /** A condition in SQL. */
  readonly check?: string;
  /** A column of another table, such as `accounts.id`. */
  readonly references?: string;
  readonly onDelete?: 'cascade' | 'set null';
}

/** A column whose rows have a `Type`, as Kysely reads and writes it. It isn't null, unless it says so. */
export class Column<Type> {
  declare readonly type: Type;
  readonly facts: ColumnFacts;

  constructor(facts: ColumnFacts) {
    this.facts = facts;
  }

  #with<Changed = Type>(facts: Partial<ColumnFacts>): Column<Changed> {
    return new Column({ ...this.facts, ...facts });
  }

  nullable(): Column<Type | null> {
    return this.#with({ isNullable: true });
  }

  /** A row that doesn't say it has `value`. */
  default(value: Type & Value): Column<Generated<Type>> {
    return this.#with({ defaultTo: value });
  }

  /** The default is that of rows from before the column: new ones say it. */
  stated(): Column<SelectType<Type>> {
    return this.#with({});
  }

  /** Identifies the row, alone or with the table's other key columns in their order. */
  key(): Column<Type> {
    return this.#with({ isKey: true });
  }

  unique(): Column<Type> {
    return this.#with({ isUnique: true });
  }

  check(condition: string): Column<Type> {
    return this.#with({ check: condition });
  }

  references(column: string, onDelete?: 'cascade' | 'set null'): Column<Type> {
    return this.#with({ references: column, ...(onDelete && { onDelete }) });
  }

  /** Names a row of another table and is deleted with it. */
  ownedBy(column: string): Column<Type> {
    return this.references(column, 'cascade');
  }
}

/** Compared and sorted by its characters' numbers, whatever language the database was made for. */
export function text<Type extends string = string>(): Column<Type> {
  return new Column({ kind: 'text' });
}

/** One of these texts; the database takes no other. */
export function oneOf<const Type extends string>(...values: readonly Type[]): Column<Type> {
  return new Column({ kind: 'text', values });
}

/** A whole number that JavaScript represents exactly. */
export function integer<Type extends number = number>(): Column<Type> {
  return new Column({ kind: 'integer' });
}

/** A key that rises with each row. */
export function counter(): Column<Generated<number>> {
  return new Column({ kind: 'counter', isKey: true });
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export interface Index<Name extends string = string> {
  /** Its columns, or expressions in SQL. */
  readonly of: readonly Name[] | string;
  readonly isUnique?: boolean;
  /** A condition in SQL: only such rows are in it. */
  readonly where?: string;
}

/** What a table has besides its columns, by name. */
export interface TableParts<Name extends string = string> {
  readonly indexes?: Readonly<Record<string, readonly Name[] | Index<Name>>>;
  readonly unique?: Readonly<Record<string, readonly Name[]>>;
  /** Conditions in SQL. */
  readonly checks?: Readonly<Record<string, string>>;
  /** Columns that name the row of a table with the same columns, and are deleted with it. */
  readonly owners?: Readonly<Record<string, { table: string; by: readonly Name[] }>>;
  /** The name of a key of several columns, if it isn't the table's with `Key`. */
  readonly keyName?: string;
}

export class Table<Of extends Columns = Columns> {
  readonly columns: Of;
  readonly parts: TableParts;

  constructor(columns: Of, parts: TableParts = {}) {
    this.columns = columns;
    this.parts = parts;
  }

  with(parts: TableParts<keyof Of & string>): Table<Of> {
    return new Table(this.columns, parts);
  }
}

export function table<Of extends Columns>(columns: Of): Table<Of> {
  return new Table(columns);
}

/** The names of the columns that identify a row. */
export function keyOf(columns: Columns): readonly string[] {
  return Object.keys(columns).filter((name) => columns[name]?.facts.isKey);
}

/** What a migration adds: tables, and columns of tables of earlier ones. */
export interface Addition {
  readonly tables?: Readonly<Record<string, Table>>;
  readonly columns?: Readonly<Record<string, Columns>>;
}

type ColumnsOf<Of> = Of extends Table<infer Own> ? Own : never;

type Added<Of> = (Of extends { readonly tables: infer Tables }
  ? { [Name in keyof Tables]: ColumnsOf<Tables[Name]> }
  : unknown) &
  (Of extends { readonly columns: infer More } ? More : unknown);

type All<Of> = (Of extends unknown ? (added: Added<Of>) => void : never) extends (
  added: infer Every,
) => void
  ? Every
  : never;

type TypeOf<Of> = Of extends { readonly type: infer Type } ? Type : never;

type Row<Of> = { [Name in keyof Of]: TypeOf<Of[Name]> };

/** The rows of all tables after these migrations. */
export type RowsAfter<Steps> =
  All<Steps[keyof Steps]> extends infer Tables
    ? { [Name in keyof Tables]: Row<Tables[Name]> }
    : never;
