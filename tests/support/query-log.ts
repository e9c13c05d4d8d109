import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createQueryId, type KyselyPlugin, SqliteQueryCompiler } from 'kysely';
import type { Database } from '#server/platform/database/open.ts';

/** A database that records each statement run through it, without its values. */
export interface LoggingDatabase extends Database {
  readonly statements: string[];
}

export function loggingDatabase(database: Database): LoggingDatabase {
  const statements: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(new SqliteQueryCompiler().compileQuery(node, createQueryId()).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...database,
    statements,
    read: database.read.withPlugin(plugin),
    write: (work, owner) => database.write((tx) => work(tx.withPlugin(plugin)), owner),
  };
}

/** The query plan steps for these statements on the database in a data folder. */
export function queryPlans(dataDir: string, statements: readonly string[]): string[] {
  const raw = new DatabaseSync(join(dataDir, 'pinwheel.sqlite'), { readOnly: true });
  const steps = statements.flatMap((statement) =>
    raw
      .prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
  raw.close();
  return steps;
}
