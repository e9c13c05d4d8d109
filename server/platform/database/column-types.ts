import {
  type ColumnBuilderCallback,
  type Expression,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

/** Which engine a builder's statements go to. */
export function isPostgres<Tables>(database: Pick<Kysely<Tables>, 'getExecutor'>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** The types of columns that differ by engine. All integers are `bigint`, which SQLite reads as its integer. */
export function columnTypes<Tables>(database: Pick<Kysely<Tables>, 'getExecutor'>): {
  /** Compared and sorted by its characters' numbers, as SQLite does, whatever language the database was made for. */
  readonly text: 'text' | Expression<unknown>;
  /** A number that rises with each row. */
  readonly counter: {
    readonly type: 'bigserial' | 'integer';
    readonly build: ColumnBuilderCallback;
  };
} {
  return isPostgres(database)
    ? {
        text: sql`text collate "C"`,
        counter: { type: 'bigserial', build: (column) => column.primaryKey() },
      }
    : {
        text: 'text',
        counter: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
      };
}
