import { createQueryId, type KyselyPlugin, PostgresQueryCompiler, type QueryId } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { Database } from '#server/platform/database/open.ts';
import { readSettings } from '#server/platform/database/postgres-pool.ts';
import { setUpSession } from '#server/platform/database/session.ts';
import { atEndOfFile } from './at-end-of-file.ts';

/** A statement with its values. */
export interface Statement {
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

/** The steps of PostgreSQL's plans for these statements, as it plans a shop's reads. */
export async function postgresPlans(
  url: string,
  statements: readonly Statement[],
): Promise<readonly string[]> {
  const client = new pg.Client(url);
  await client.connect();
  await setUpSession(client, readSettings);
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

/** Records what this process sends to PostgreSQL from now on, by its text, until the end of the test file. */
export function recordSent(): Map<string, Statement> {
  const sent = new Map<string, Statement>();
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...parts: unknown[]
  ) {
    const [of] = parts as [string | pg.QueryConfig];
    const { text, values = [] } = typeof of === 'string' ? { text: of } : of;
    if (/^(with|select|insert|update|delete)\b[^;]*$/i.test(text)) {
      sent.set(text, { sql: text, parameters: values });
    }
    return Reflect.apply(query, this, parts);
  });
  atEndOfFile(() => spy.mockRestore());
  return sent;
}

/** A step of a plan, as `EXPLAIN (FORMAT JSON)` has it. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Step[];
}

/**
 * Which tables each statement reads whole if all but `small` have ten thousand rows and PostgreSQL uses indexes wherever
 * it can. An index of some rows may be read whole, and any up to a limit.
 */
export async function readWhole(
  url: string,
  statements: readonly Statement[],
  small: readonly string[],
): Promise<ReadonlyMap<Statement, readonly string[]>> {
  const client = new pg.Client(url);
  await client.connect();
  await setUpSession(client, readSettings);
  // Rolled back at the end.
  await client.query('BEGIN');
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) {
    await client.query(`SET LOCAL enable_${way} = off`);
  }
  await client.query(
    `UPDATE pg_class SET relpages = 1, reltuples = 10000 WHERE relkind = 'r'
       AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0 AND relname <> ALL($1)`,
    [small],
  );
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indpred IS NOT NULL`,
  );
  const partial = new Set(rows.map(({ name }) => name));
  const read = new Map<Statement, readonly string[]>();
  for (const statement of statements) {
    const { sql, parameters } = statement;
    const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
      `EXPLAIN (FORMAT JSON) ${sql}`,
      [...parameters],
    );
    const whole = plans.flatMap((plan) => wholeOf(plan['QUERY PLAN'][0].Plan, partial, false));
    read.set(
      statement,
      whole.filter((table) => !small.includes(table)),
    );
  }
  await client.end();
  return read;
}

function wholeOf(step: Step, partial: ReadonlySet<string>, isBounded: boolean): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = step;
  const isWhole =
    type === 'Seq Scan' ||
    (/^Index/.test(type) && !step['Index Cond'] && !isBounded && !partial.has(index));
  const goesOn = (part: Step) =>
    type === 'Limit' || (isBounded && inOrder.has(type) && part['Parent Relationship'] !== 'Inner');
  return [
    ...(isWhole ? [table] : []),
    ...(step.Plans ?? []).flatMap((part) => wholeOf(part, partial, goesOn(part))),
  ];
}

/** Steps that read no further than what they return is read. */
const inOrder: ReadonlySet<string> = new Set([
  ...['Append', 'Incremental Sort', 'LockRows', 'Merge Append', 'Nested Loop', 'Result'],
  ...['Subquery Scan', 'Unique'],
]);
