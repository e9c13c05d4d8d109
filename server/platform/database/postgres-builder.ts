import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from 'kysely';
import type pg from 'pg';
import type { Reader, Transaction } from './open.ts';
import { statementLimitMs } from './patience.ts';
import { sendDirectly, statementName } from './statement.ts';
import type { Tables } from './tables.ts';

/** Sends a statement, as `pg` and Kysely both call it. */
type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** Sends statements over this connection. */
export const over =
  (client: pg.ClientBase): Send =>
  (text, values) =>
    client.query(queryOf(text, values));

/** With a name, so that its connection plans it once, if it was made by `statement`. */
export function queryOf(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = statementName(text);
  const limitMs = statementLimitMs();
  return {
    text,
    values: [...values],
    ...(name !== undefined && { name }),
    ...(limitMs !== undefined && { query_timeout: limitMs }),
  };
}

/** A query builder whose statements go through `send`. */
export function kyselyOver(send: Send): Reader {
  const client = { query: send as unknown as PostgresPoolClient['query'], release() {} };
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  const builder = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Unlike SQLite, it refuses an empty list.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  return sendDirectly(builder, async (text, values) => (await send(text, values)).rows);
}

const builders = new WeakMap<pg.PoolClient, Transaction>();

/** The query builder of a connection. */
export function builderOf(client: pg.PoolClient): Transaction {
  const made = builders.get(client) ?? kyselyOver(over(client));
  builders.set(client, made);
  return made;
}
