import { integer, table, text } from '../../table.ts';

export const platformTables = {
  settings: table({
    key: text().key(),
    value: text(),
    updatedAt: text(),
  }),

  rateLimits: table({
    key: text().key(),
    count: integer(),
    windowEndsAt: text(),
  }),

  idempotencyAnswers: table({
    /** `account:<id>` or `visitor`. */
    scope: text().key(),
    key: text().key(),
    callName: text(),
    requestHash: text(),
    answer: text(),
    createdAt: text(),
  }).with({
    keyName: 'idempotencyKey',
    indexes: { idempotencyAnswersByAge: ['scope', 'createdAt'] },
  }),

  /** Work that one process does at a time; see `jobs/run-alone.ts`. */
  leases: table({
    name: text().key(),
    holder: text(),
    expiresAt: text(),
  }),

  /** Has a row while a move or restore into this database is unfinished: the shop's id, or `restoreMark`. */
  unfinishedMoves: table({
    shop: text().key(),
  }).with({ keyName: 'unfinishedMoves_pkey' }),

  /** One for each of a day's writes to PostgreSQL; 0 for one that must not be committed any more. */
  commits: table({
    id: text().key(),
    isCommitted: integer<0 | 1>(),
  }),
};
