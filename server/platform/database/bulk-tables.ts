import type { BulkOutcome, BulkState } from '#contract/studio/bulk-changes.ts';

/** The tables for changes of many designs at once; tables.ts describes how values are stored. */
export interface BulkTables {
  bulkChanges: BulkChangesTable;
  bulkChangeDesigns: BulkChangeDesignsTable;
}

interface BulkChangesTable {
  id: string;
  /** The staff member who planned it. */
  accountId: string;
  /** The staff member who started it or, later, its undo; until then, who planned it. */
  runBy: string;
  title: string;
  /** JSON of the `StoredAction`. */
  action: string;
  state: BulkState;
  /** How many designs already were as wanted; they have no row. */
  unchanged: number;
  createdAt: string;
  finishedAt: string | null;
}

interface BulkChangeDesignsTable {
  changeId: string;
  position: number;
  productId: string;
  /** The version that was planned for; a design with another one is refused. */
  version: number;
  title: string;
  /** What the staff member sees, before and after. */
  before: string;
  after: string;
  outcome: BulkOutcome;
  reason: string;
  /** JSON of the `UndoRecord`, once it is changed; of a table from the start, because it has the new values. */
  restore: string | null;
}
