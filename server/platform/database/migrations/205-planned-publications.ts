import { integer, table, text } from '../table.ts';

export const tables = {
  /** Drafts that are published by themselves. */
  plannedPublications: table({
    productId: text().key().ownedBy('products.id'),
    publishAt: text(),
    /** The account that planned it. */
    plannedBy: text(),
    /** 1: it wasn't complete at that time. It stays so until somebody moves it or the plan. */
    hasFailed: integer().default(0),
  }).with({
    indexes: { plannedPublicationsDue: ['hasFailed', 'publishAt'] },
  }),
};
