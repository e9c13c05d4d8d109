import type { Generated } from 'kysely';
import type { ImportOutcome, ImportSource, ImportState } from '#contract/studio/imports.ts';

/** The tables for imports; tables.ts describes how values are stored. */
export interface ImportTables {
  imports: ImportsTable;
  importFiles: ImportFilesTable;
  importItems: ImportItemsTable;
  importRows: ImportRowsTable;
  importedProducts: ImportedProductsTable;
  importedPictures: ImportedPicturesTable;
}

interface ImportsTable {
  id: string;
  fileName: string;
  source: ImportSource;
  state: ImportState;
  /** The staff member who uploaded the file. */
  accountId: string;
  /** JSON of the `ImportChoices`; those of older versions lack some. */
  choices: string;
  createdAt: string;
  finishedAt: string | null;
  /** How many rows the file has. */
  fileRows: Generated<number>;
  /** JSON of the `FileWords`. */
  words: Generated<string>;
  /** Who makes its dry run: a random text, and until when nobody else takes over. */
  plannedBy: Generated<string | null>;
  plannedUntil: Generated<string | null>;
}

/** A part of the file of an import that wasn't started: Base64 of its gzip. */
interface ImportFilesTable {
  importId: string;
  position: number;
  content: string;
}

/** A design of a file, in the file's order. */
interface ImportItemsTable {
  importId: string;
  position: number;
  state: 'waiting' | 'done';
  /** The file's value for its type; empty if there is none. */
  type: string;
  /** JSON of the design as read; emptied once it is done. */
  content: string;
}

interface ImportRowsTable {
  importId: string;
  /** As in a spreadsheet: the header is row 1. */
  row: number;
  /** The design it belongs to, whose outcome it shares; null if only this row is skipped. */
  item: number | null;
  title: string;
  what: string;
  /** A design starts in this row; others add a picture or a variant to one. */
  isDesign: number;
  /** JSON of the `Keywords` its design would get; null except in a design's first row. */
  keywords: string | null;
  outcome: ImportOutcome;
  reason: string;
}

/** Where each imported design came from, so that none is imported twice. */
interface ImportedProductsTable {
  source: ImportSource;
  /** Identifies the design in the other shop. */
  key: string;
  productId: string;
  /** The hash of what the file said when it was last imported. */
  contentHash: string;
  /** The design's version after the import; if it differs, somebody has edited the design since. */
  version: number;
}

interface ImportedPicturesTable {
  productId: string;
  address: string;
  position: number;
  /** The import that last requested it; null once its report is deleted. */
  importId: string | null;
  row: number;
  state: 'waiting' | 'there' | 'failed';
  /** Why it failed; otherwise empty. */
  problem: string;
  /** Null while it isn't there, and after the studio deleted it. */
  imageId: string | null;
}
