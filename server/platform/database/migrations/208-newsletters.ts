import { integer, oneOf, table, text } from '../table.ts';

export const tables = {
  /** What the studio writes to buyers who asked for news. */
  newsletters: table({
    id: text().key(),
    subject: text(),
    text: text(),
    /** JSON: the ids of its designs, in order. */
    designIds: text(),
    couponId: text().nullable().references('coupons.id', 'set null'),
    /** Who gets it, as `audienceSchema` has it. */
    audience: text(),
    state: oneOf('draft', 'planned', 'sending', 'sent', 'stopped'),
    /** Rises with each save and each change of its state. */
    version: integer(),
    createdAt: text(),
    /** When it begins, or began first. */
    sendAt: text().nullable(),
    /** When it last began or went on: mails refused before that don't stop it. */
    resumedAt: text().nullable(),
    /**
     * When its next portion goes out; of a stopped one, when to look again what became of the mails that were being sent.
     * Null: nothing is left to do.
     */
    nextAt: text().nullable(),
    /** Null of a stopped one: the seller has no address. */
    stopReason: oneOf('staff', 'refused', 'coupon', 'restored').nullable(),
  }).with({
    indexes: { newslettersByCoupon: ['couponId'], newslettersDue: ['nextAt'] },
  }),

  /** Who got a newsletter. Nobody gets it twice. */
  newsletterMails: table({
    newsletterId: text().key().ownedBy('newsletters.id'),
    accountId: text().key().ownedBy('accounts.id'),
    /** That of its row in `mailOutbox`, as long as there is one. */
    mailId: text(),
    queuedAt: text(),
    /** Withdrawn: its reader ended these mails before it was sent, or an older backup was restored. Null: it waits in the outbox. */
    outcome: oneOf('sent', 'refused', 'withdrawn').nullable(),
  }).with({
    indexes: {
      newsletterMailsByAccount: ['accountId'],
      newsletterMailsByOutcome: ['newsletterId', 'outcome'],
    },
  }),
};
