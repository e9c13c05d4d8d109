import { createQueryId, type KyselyPlugin, SqliteQueryCompiler } from 'kysely';
import type { Database } from '#server/database/open.ts';

/** A database that notes each statement that is run through it, without its values. */
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
    write: (work) => database.write((tx) => work(tx.withPlugin(plugin))),
  };
}
