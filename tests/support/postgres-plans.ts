import { createQueryId, type KyselyPlugin, PostgresQueryCompiler, type QueryId } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/platform/database/open.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

function recordingIn(statements: Statement[]): KyselyPlugin {
  const made = new WeakMap<QueryId, Statement>();
  return {
    transformQuery({ node, queryId }) {
      made.set(queryId, new PostgresQueryCompiler().compileQuery(node, createQueryId()));
      return node;
    },
    // A query within another is made, too, but never sent.
    async transformResult({ result, queryId }) {
      const statement = made.get(queryId);
      if (statement) statements.push(statement);
      return result;
    },
  };
}

/** A database that records each read with its values. */
export function recordingReads(database: Database): Database & { readonly reads: Statement[] } {
  const reads: Statement[] = [];
  return { ...database, reads, read: database.read.withPlugin(recordingIn(reads)) };
}

/** A database that records each statement, in reads and writes, with its values. */
export function recordingAll(database: Database): Database & { readonly statements: Statement[] } {
  const statements: Statement[] = [];
  const plugin = recordingIn(statements);
  return {
    ...database,
    statements,
    read: database.read.withPlugin(plugin),
    write: (work, owner) => database.write((tx) => work(tx.withPlugin(plugin)), owner),
  };
}

/** The steps of PostgreSQL's plans for these statements, as it plans where rows are on an SSD or in memory. */
export async function postgresPlans(
  url: string,
  statements: readonly Statement[],
): Promise<readonly string[]> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET random_page_cost = 1.1');
  const steps: string[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`, [
      ...parameters,
    ]);
    steps.push(...rows.map((row) => row['QUERY PLAN'].trim()));
  }
  await client.end();
  return steps;
}
