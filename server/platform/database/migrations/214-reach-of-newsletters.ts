import { text } from '../table.ts';

export const columns = {
  newsletters: {
    /** The reader, by id, that its last portion reached; null: none yet. */
    reachedId: text().nullable(),
  },
};
