import { integer, text } from '../table.ts';

export const columns = {
  accounts: {
    /** Its owner gets e-mails about designs left in the cart, if they get news from the studio. */
    hasCartNews: integer().default(1),
    /** When its owner was last mailed about them. */
    cartMailedAt: text().nullable(),
  },
};
