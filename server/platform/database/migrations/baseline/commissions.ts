import type { CommissionMove, CommissionState } from '#contract/shop/commission-states.ts';
import { counter, integer, oneOf, table, text } from '../../table.ts';

export const commissionTables = {
  customRequests: table({
    id: text().key(),
    /** Null for a visitor. */
    accountId: text().nullable().references('accounts.id', 'set null'),
    name: text(),
    email: text(),
    designType: oneOf('Exclusive', 'Non-Exclusive'),
    description: text(),
    /** Written by `transition` alone. */
    state: oneOf(
      'received',
      'quoted',
      'paid',
      'drawing',
      'delivered',
      'changes_wanted',
      'accepted',
      'declined',
      'expired',
      'withdrawn',
      'refunded',
      'closed',
    ).default('received'),
    /** Whether it waits for the studio. */
    status: oneOf('open', 'answered', 'closed').default('open'),
    /** Null unless it is closed. */
    closedAt: text().nullable(),
    /** When it has to be delivered; null until it is paid. */
    dueAt: text().nullable(),
    createdAt: text(),
  }).with({
    indexes: {
      customRequestsByAccount: ['accountId'],
      customRequestsByState: ['state', 'createdAt'],
      customRequestsByStatus: ['status', 'createdAt'],
    },
  }),

  customRequestImages: table({
    id: text().key(),
    requestId: text().ownedBy('customRequests.id'),
    position: integer(),
    /** The picture's random name in the file store. */
    upload: text().unique(),
    bytes: integer(),
    width: integer(),
    height: integer(),
  }).with({ indexes: { customImagesByRequest: ['requestId'] } }),

  customReplies: table({
    id: text().key(),
    requestId: text().ownedBy('customRequests.id'),
    /** Id of a studio account. */
    authorId: text(),
    text: text(),
    createdAt: text(),
  }).with({ indexes: { customRepliesByRequest: ['requestId'] } }),

  /** Read by the studio alone. */
  commissionNotes: table({
    id: text().key(),
    requestId: text().ownedBy('customRequests.id'),
    /** Id of a studio account. */
    authorId: text(),
    text: text(),
    createdAt: text(),
  }).with({ indexes: { commissionNotesByRequest: ['requestId'] } }),

  /** A link that opens a request without an account. */
  requestLinks: table({
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text().key(),
    requestId: text().ownedBy('customRequests.id'),
    expiresAt: text(),
  }).with({ indexes: { requestLinksByRequest: ['requestId'] } }),

  /** Rows are only added; `reminders` alone is changed. */
  commissionMoves: table({
    id: counter(),
    requestId: text().ownedBy('customRequests.id'),
    move: text<CommissionMove>(),
    fromState: text<CommissionState>(),
    toState: text<CommissionState>(),
    mover: oneOf('buyer', 'studio', 'shop'),
    /** Id of a studio account, if the studio moved it. */
    staffId: text().nullable(),
    /** What was said with it, such as the reason of a refusal; buyers read it too. */
    note: text().default(''),
    /** Points on the delivered picture with what shall change there, as JSON. */
    marks: text().default('[]'),
    /** Of a delivery: how often its buyer was reminded of it, or what followed (accepted-by-silence.ts). */
    reminders: integer().default(0),
    /** Of a delivery: its pictures and files, as JSON (delivery.ts); null if the version before made it. */
    delivered: text().nullable(),
    movedAt: text(),
  }).with({ indexes: { commissionMovesByRequest: ['requestId', 'id'] } }),

  /** Rows are only added. */
  quotes: table({
    requestId: text().key().ownedBy('customRequests.id'),
    /** From 1; the highest is in force. */
    version: integer().key(),
    price: integer().check('price > 0'),
    /** Null: all is paid at once. */
    deposit: integer().check('deposit > 0').nullable(),
    included: text(),
    designType: oneOf('Exclusive', 'Non-Exclusive'),
    /** Null: any number. */
    rounds: integer().nullable(),
    days: integer(),
    termsVersion: text(),
    validUntil: text(),
    staffId: text(),
    createdAt: text(),
  }).with({ indexes: { quotesByCreation: ['createdAt'] } }),
};
