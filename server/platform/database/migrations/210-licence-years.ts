import { oneOf, table, text } from '../table.ts';

export const columns = {
  customRequests: {
    wants: oneOf('design', 'yearly_licence').default('design'),
  },
  quotes: {
    /** The first and the last day of a yearly licence, such as `2027-06-12`; null: it is for a design. */
    startsOn: text().nullable(),
    endsOn: text().nullable(),
  },
  yearlyLicences: {
    /** Null: it began before anybody recorded it. */
    startsOn: text().nullable(),
    /** The last day that the studio recorded by hand, before a paid year changed it; null: none. */
    agreedUntil: text().nullable(),
  },
};

export const tables = {
  /** Paid yearly licences, each the item of an order. One whose item is revoked has ended. */
  licenceYears: table({
    orderItemId: text().key().ownedBy('orderItems.id'),
    startsOn: text(),
    endsOn: text(),
  }),
};
