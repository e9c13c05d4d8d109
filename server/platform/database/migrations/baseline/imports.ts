import type { ImportOutcome, ImportSource, ImportState } from '#contract/studio/imports.ts';
import { integer, table, text } from '../../table.ts';

export const importTables = {
  imports: table({
    id: text().key(),
    fileName: text(),
    source: text<ImportSource>(),
    state: text<ImportState>(),
    /** The staff member who uploaded the file. */
    accountId: text(),
    /** JSON of the `ImportChoices`; those of older versions lack some. */
    choices: text(),
    createdAt: text(),
    finishedAt: text().nullable(),
    /** How many rows the file has. */
    fileRows: integer().default(0),
    /** JSON of the `FileWords`. */
    words: text().default('{}'),
    /** Who makes its dry run: a random text, and until when nobody else takes over. */
    plannedBy: text().nullable(),
    plannedUntil: text().nullable(),
  }),

  /** A part of the file of an import that wasn't started: Base64 of its gzip. */
  importFiles: table({
    importId: text().key().ownedBy('imports.id'),
    position: integer().key(),
    content: text(),
  }),

  /** A design of a file, in the file's order. */
  importItems: table({
    importId: text().key().ownedBy('imports.id'),
    position: integer().key(),
    state: text<'waiting' | 'done'>(),
    /** The file's value for its type; empty if there is none. */
    type: text(),
    /** JSON of the design as read; emptied once it is done. */
    content: text(),
  }),

  importRows: table({
    importId: text().key().ownedBy('imports.id'),
    /** As in a spreadsheet: the header is row 1. */
    row: integer().key(),
    /** The design it belongs to, whose outcome it shares; null if only this row is skipped. */
    item: integer().nullable(),
    title: text(),
    what: text(),
    /** A design starts in this row; others add a picture or a variant to one. */
    isDesign: integer().default(0).stated(),
    /** JSON of the `Keywords` its design would get; null except in a design's first row. */
    keywords: text().nullable(),
    outcome: text<ImportOutcome>(),
    reason: text(),
  }).with({ indexes: { importRowsByItem: ['importId', 'item'] } }),

  /** Where each imported design came from, so that none is imported twice. */
  importedProducts: table({
    source: text<ImportSource>().key(),
    /** Identifies the design in the other shop. */
    key: text().key(),
    productId: text().unique().ownedBy('products.id'),
    /** The hash of what the file said when it was last imported. */
    contentHash: text(),
    /** The design's version after the import; if it differs, somebody has edited the design since. */
    version: integer(),
  }),

  importedPictures: table({
    productId: text().key().ownedBy('products.id'),
    address: text().key(),
    position: integer(),
    /** The import that last requested it; null once its report is deleted. */
    importId: text().nullable().references('imports.id', 'set null'),
    row: integer(),
    state: text<'waiting' | 'there' | 'failed'>(),
    /** Why it failed; otherwise empty. */
    problem: text(),
    /** Null while it isn't there, and after the studio deleted it. */
    imageId: text().nullable().references('productImages.id', 'set null'),
  }).with({
    indexes: {
      importedPicturesByImage: ['imageId'],
      importedPicturesByImport: ['importId', 'state'],
    },
  }),
};
