import { type Generated, sql } from 'kysely';
import type { orderTables } from './orders.ts';

/** Other characters than those that stay as they are, but for their case; the same pattern for both engines. */
export const others = '[^ -&(-_a-~]';

/** The values before and after the action of a line of the activity log. */
export const auditWords = sql`coalesce("new"."before", '') || '|' || coalesce("new"."after", '')`;

/** The tables that each engine creates in its own way. */
export interface SearchTables {
  orderTexts: OrderTextsTable;
  buyerTexts: { id: Generated<number>; accountId: string; text: string };
}

/** What an order is found by, and the filters that are used with it. */
interface OrderTextsTable {
  /** Newer orders have higher ids. */
  id: Generated<number>;
  orderId: string;
  text: string;
  state: (typeof orderTables.orders.columns.state)['type'];
  createdAt: string;
}
