import { text } from '../table.ts';

export const columns = {
  newsConsents: {
    /** Where an imported one was asked, as its file says; null: in the shop. */
    source: text().nullable(),
  },
};
