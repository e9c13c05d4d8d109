import { integer, oneOf, table, text } from '../../table.ts';

export const bookTables = {
  /** A row is added when a month is closed, and never changed. */
  closedMonths: table({
    /** Such as `2026-10`. */
    month: text().key(),
    /** The first instant after it, in `timeZone`. */
    endsAt: text(),
    /** The shop's when it was closed, in which its days stay. */
    timeZone: text(),
    closedAt: text(),
    actorId: text(),
  }),

  /** A payment or refund of a closed month as it was then, or a correction of one. Rows only get their month. */
  bookEntries: table({
    /** Of the order or the refund; a correction's own. */
    id: text().key(),
    /** The closed month that it counts in; null: a correction in a month that is open. */
    month: text().nullable(),
    kind: oneOf('order', 'refund', 'correction'),
    /** The order or refund that it is, or corrects. */
    subjectId: text(),
    orderNumber: text(),
    /** Of the receipt or credit note. */
    number: text().nullable(),
    /** When it was paid, refunded, or noticed. */
    at: text(),
    /** What it adds: negative for a refund. */
    amount: integer(),
    /** Null: unknown. */
    fee: integer().nullable(),
    /** Of a correction: the amount that was counted so far, and the one that counts from now on. */
    before: integer().nullable(),
    after: integer().nullable(),
    /** Why a correction, or a credit note that counts nothing, is there. */
    reason: text().nullable(),
  }).with({
    indexes: {
      bookEntriesByMonth: ['month', 'at'],
      bookEntriesBySubject: ['subjectId'],
    },
  }),
};
