/** The tables of closed months; tables.ts describes how values are stored. */
export interface BookTables {
  closedMonths: ClosedMonthsTable;
  bookEntries: BookEntriesTable;
}

/** Rows are only added. */
interface ClosedMonthsTable {
  /** Such as `2026-10`. */
  month: string;
  /** The first instant after it, in `timeZone`. */
  endsAt: string;
  /** The shop's when it was closed, in which its days stay. */
  timeZone: string;
  closedAt: string;
  actorId: string;
}

export type EntryKind = 'order' | 'refund' | 'correction';

/** A payment or refund of a closed month as it was then, or a correction of one. Rows only get their month. */
interface BookEntriesTable {
  /** Of the order or the refund; a correction's own. */
  id: string;
  /** The closed month that it counts in; null: a correction in a month that is open. */
  month: string | null;
  kind: EntryKind;
  /** The order or refund that it is, or corrects. */
  subjectId: string;
  orderNumber: string;
  /** Of the receipt or credit note. */
  number: string | null;
  /** When it was paid, refunded, or noticed. */
  at: string;
  /** What it adds: negative for a refund. */
  amount: number;
  /** Null: unknown. */
  fee: number | null;
  /** Of a correction: the amount that was counted so far, and the one that counts from now on. */
  before: number | null;
  after: number | null;
  /** Of a correction: a `CorrectionReason`. */
  reason: string | null;
}
