import { table, text } from '../table.ts';

export const tables = {
  /** Addresses that had asked for news when their account was deleted: no file of consents brings it back to them. */
  leftNews: table({
    /** SHA-256 of the normalised e-mail, hex. */
    emailHash: text().key(),
    leftAt: text(),
  }),
};
