import { integer, table, text } from '../../table.ts';

export const figureTables = {
  /** Stored sums of the sales of whole days; triggers delete those that a change concerns. */
  saleSums: table({
    startsAt: text().key(),
    endsAt: text().key(),
    /** JSON of all sums but those by design. */
    sums: text(),
    /** JSON of those: id, count and cents of each. */
    designs: text(),
  }).with({ indexes: { saleSumsByEnd: ['endsAt'] } }),

  /** Stored counts of buyers in days that are over; triggers delete those that a change concerns. */
  buyerCounts: table({
    endsAt: text().key(),
    startsAt: text().key(),
    begun: integer(),
    paid: integer(),
  }),

  /** How often words were searched for and nothing was found, by day of the shop. Not by whom. */
  emptySearches: table({
    day: text().key(),
    words: text().key(),
    count: integer(),
  }),
};
