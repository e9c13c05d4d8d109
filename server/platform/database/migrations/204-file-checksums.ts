import { integer, table, text } from '../table.ts';

export const tables = {
  /** What a ZIP that is put together as it is downloaded has to know of an original before. */
  fileChecksums: table({
    /** Of the original; it may be gone. */
    sha256: text().key(),
    /** Null: still to be computed. */
    crc32: integer().nullable(),
    heldBy: text().nullable(),
    heldUntil: text().nullable(),
  }).with({
    indexes: { fileChecksumsMissing: { of: ['sha256'], where: 'crc32 is null' } },
  }),
};
