import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type CopiedTable, keysOf } from '../platform/database/copy-rows.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Services } from '../platform/services/services.ts';

/** How many rows one statement deletes: SQLite blocks the process while it works, and PostgreSQL cancels a long one. */
const rowsAtOnce = 1000;
/** Fewer of what has many rows of its own, which are deleted along with it; more of what is short. */
const otherwise: Partial<Record<keyof Tables, number>> = {
  bulkChanges: 1,
  imports: 1,
  commits: 10_000,
};

/** Which rows of a table are too old. */
export interface RemovalRule {
  readonly table: CopiedTable | 'commits';
  readonly isOld: Expression<SqlBool>;
}

/** A rule, with `isOld` written in the columns of its table. */
export function removal<T extends RemovalRule['table']>(
  table: T,
  isOld: (row: ExpressionBuilder<Tables, T>) => Expression<SqlBool>,
): RemovalRule {
  return { table, isOld: isOld(expressionBuilder<Tables, T>()) };
}

/**
 * Deletes what a rule says, some at a time; once `isStopped`, leaves the rest. An `owner`'s deletions get in no other
 * write's way, but a row that changes in the meantime is still deleted, so no change may make an old row count as new.
 */
export async function removeRows(
  { database }: Pick<Services, 'database'>,
  { table, isOld }: RemovalRule,
  isStopped: () => boolean,
  owner?: string,
): Promise<void> {
  const most = otherwise[table] ?? rowsAtOnce;
  const key = sql.join(keysOf(table as CopiedTable).map((column) => sql.ref(column)));
  const statement = sql`DELETE FROM ${sql.table(table)} WHERE (${key}) IN (
    SELECT ${key} FROM ${sql.table(table)} WHERE ${isOld} LIMIT ${sql.lit(most)})`;
  let deleted: bigint;
  do {
    const { numAffectedRows } = await database.write((tx) => statement.execute(tx), owner);
    deleted = numAffectedRows ?? 0n;
  } while (deleted === BigInt(most) && !isStopped());
}
