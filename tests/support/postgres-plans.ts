import { createQueryId, type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { Database } from '#server/platform/database/open.ts';

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A database that records each read with its values. */
export function recordingReads(database: Database): Database & { readonly reads: Statement[] } {
  const reads: Statement[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const { sql, parameters } = new PostgresQueryCompiler().compileQuery(node, createQueryId());
      reads.push({ sql, parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...database, reads, read: database.read.withPlugin(plugin) };
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
