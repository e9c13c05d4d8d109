import { createHash } from 'node:crypto';
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '#server/platform/database/migrations/migrations.ts';
import { searchedLetters } from '#server/platform/database/searched-letters.ts';

const createDriver = () => new DummyDriver();
const engines: Readonly<Record<string, Dialect>> = {
  SQLite: {
    createDriver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  },
  PostgreSQL: {
    createDriver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  },
};

/** These follow the Unicode of the runtime. */
const letters = JSON.stringify(Object.fromEntries(searchedLetters()));

/** Of all statements of released migrations, in order. A line is added here with each release, and none is changed. */
const released: readonly (readonly [migration: string, engine: string, sha256: string])[] = [
  ['200-baseline', 'SQLite', 'd89fb62a9d92a58c6d9c0bb41455f23216409018b10cbe8596e4eff6280d690b'],
  [
    '200-baseline',
    'PostgreSQL',
    '558d7bf54ea5d2558682387a51bc84c2c362552e20344ababdb71664d5c5d961',
  ],
];

test.each(released)(
  '%s does on %s what it did when it was released',
  async (name, engine, sha256) => {
    const hash = createHash('sha256');
    const dialect = engines[engine];
    if (!dialect) throw new Error(engine);
    const database = new Kysely<unknown>({
      dialect,
      log: ({ query: { sql, parameters } }) => {
        for (const part of [sql, ...parameters])
          hash.update(String(part).replaceAll("''", "'").replace(letters, 'letters'));
      },
    });

    await migrations[name]?.up(database);

    // Databases that exist have it as it was: what has to change is a migration of its own.
    expect(hash.digest('hex')).toBe(sha256);
  },
);
