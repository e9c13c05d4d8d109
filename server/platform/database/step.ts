import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumns, createTables } from './create-tables.ts';
import type { Addition } from './table.ts';

/** What a file of `migrations` exports: what it adds, as data, and what it does afterwards. */
export interface Step extends Addition {
  readonly up?: (database: Kysely<unknown>) => Promise<void>;
}

export type Steps = Readonly<Record<string, Step>>;

/** The steps as Kysely runs them. */
export function migrationsOf(steps: Steps): Readonly<Record<string, Migration>> {
  const migrations = Object.entries(steps).map(([name, { tables = {}, columns = {}, up }]) => {
    const migration: Migration = {
      async up(database) {
        await createTables(database, tables);
        await addColumns(database, columns);
        await up?.(database);
      },
    };
    return [name, migration] as const;
  });
  return Object.fromEntries(migrations);
}
