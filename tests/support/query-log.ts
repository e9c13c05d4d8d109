import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createQueryId, type KyselyPlugin, SqliteQueryCompiler } from 'kysely';
import type { Database, Reader } from '#server/platform/database/open.ts';

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
  const logged = (builder: Reader): Reader => {
    const log = builder.withPlugin(plugin);
    const execute = log.executeQuery.bind(log);
    // A statement made once passes the plugin at its first use only.
    log.executeQuery = (query, options) => {
      if ('sql' in query) statements.push(query.sql);
      return execute(query, options);
    };
    return log;
  };
  return {
    ...database,
    statements,
    read: logged(database.read),
    write: (work, owner) => database.write((tx) => work(logged(tx)), owner),
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
