import type { SearchTables } from './migrations/baseline/searched-text.ts';
import type { steps } from './migrations/migrations.ts';
import type { RowsAfter } from './table.ts';

/** The rows of all tables, as the migrations define them. */
export interface Tables extends RowsAfter<typeof steps>, SearchTables {}

export type OrderState = Tables['orders']['state'];

export type EntryKind = Tables['bookEntries']['kind'];

/** An announcement that is withdrawn once it is no longer true, a newsletter, or a notification of staff. */
export type MailNews = NonNullable<Tables['mailOutbox']['news']>;
