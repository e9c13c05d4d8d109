import { text } from '../table.ts';

export const columns = {
  orders: {
    /** The colleague who ordered it, who may be gone; null: the owner, or it is from before that was kept. */
    colleagueId: text().nullable(),
  },
};
