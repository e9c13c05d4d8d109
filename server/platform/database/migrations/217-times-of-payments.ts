import { text } from '../table.ts';

export const columns = {
  orders: {
    /** When the provider took the payment, as it says; `paidAt` is when the shop noticed. Null: it doesn't say. */
    takenAt: text().nullable(),
  },
  refunds: {
    /** When the provider made it, as it says; `createdAt` is when the shop noticed. Null: it doesn't say. */
    returnedAt: text().nullable(),
  },
};
