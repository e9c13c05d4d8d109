import { integer, oneOf, table, text } from '../table.ts';

export const tables = {
  /** What buyers say about designs that they bought. */
  reviews: table({
    /** Another one once it is changed, so that nobody approves what they haven't seen. */
    id: text().key(),
    accountId: text().ownedBy('accounts.id'),
    productId: text().ownedBy('products.id'),
    stars: integer().check('stars between 1 and 5'),
    text: text(),
    state: oneOf('waiting', 'shown', 'declined'),
    /** Why it was declined; otherwise empty. */
    reason: text().default(''),
    writtenAt: text(),
    /** The photo's random name in the file store; null: it has none. */
    upload: text().unique().nullable(),
    bytes: integer().nullable(),
    width: integer().nullable(),
    height: integer().nullable(),
  }).with({
    indexes: {
      reviewsByBuyer: { of: ['accountId', 'productId'], isUnique: true },
      reviewsByDesign: ['productId', 'state', 'writtenAt', 'stars'],
      reviewsByState: ['state', 'writtenAt'],
    },
  }),
};
