import { type SqlBool, sql } from 'kysely';

/** Of an order: it wasn't a practice order. Those from before that was recorded count as real. */
export const isReal = sql<SqlBool>`coalesce(orders."isPractice", 0) = 0`;
