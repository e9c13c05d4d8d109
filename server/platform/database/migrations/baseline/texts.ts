import { counter, integer, oneOf, table, text } from '../../table.ts';

export const textTables = {
  /** Licence texts written by the studio; the last row of each type is in force. Rows are only ever added. */
  licenceTexts: table({
    id: counter(),
    licenseType: oneOf('FABRIC_SHOP', 'SMALL_BUSINESS'),
    version: text(),
    /** JSON array of lines, like `forbids`. */
    allows: text(),
    forbids: text(),
    goods: text(),
    /** How many items the licence covers. */
    licenceItems: integer().default(100),
    /** The staff member who published it. */
    accountId: text().references('studioAccounts.id'),
    publishedAt: text(),
  }).with({ unique: { licenceTextsVersion: ['licenseType', 'version'] } }),

  /** Versions of the shop's texts; the newest of a section is in force. */
  contentVersions: table({
    section: text().key(),
    /** Counts from 2 in each section: the first version is in the source. */
    version: integer().key(),
    /** JSON. */
    content: text(),
    accountId: text().references('studioAccounts.id'),
    publishedAt: text(),
    /** Of the terms: the version that buyers accepted while it was in force. */
    termsVersion: text().nullable(),
  }),
};
