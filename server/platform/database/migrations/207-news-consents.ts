import { oneOf, table, text } from '../table.ts';

export const tables = {
  /** Each time that an account asked for news from the studio, as evidence. */
  newsConsents: table({
    id: text().key(),
    accountId: text().ownedBy('accounts.id'),
    /** The account's `emailKey` then. It holds for that address alone. */
    emailKey: text(),
    place: oneOf('sign_up', 'checkout', 'account'),
    /** The words beside the box that was ticked. */
    words: text(),
    askedAt: text(),
    /** When the e-mail with the link to confirm it was last queued. */
    mailedAt: text(),
    confirmedAt: text().nullable(),
    endedAt: text().nullable(),
  }).with({
    indexes: {
      newsConsentsByAccount: ['accountId', 'askedAt'],
      newsConsentsOpen: { of: ['accountId'], isUnique: true, where: '"endedAt" is null' },
    },
  }),
};
