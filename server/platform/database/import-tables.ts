import type { ImportOutcome, ImportSource, ImportState } from '#contract/studio/imports.ts';

/** The rows of imports; in `tables.ts` stands how values are stored. */
export interface ImportTables {
  imports: ImportsTable;
  importItems: ImportItemsTable;
  importRows: ImportRowsTable;
  importedProducts: ImportedProductsTable;
  importedPictures: ImportedPicturesTable;
}

interface ImportsTable {
  id: string;
  fileName: string;
  source: ImportSource;
  /** `reading`: its rows are still being written, and nobody sees it yet. */
  state: ImportState | 'reading';
  /** Who of the studio brought the file. */
  accountId: string;
  /** JSON: from the file's kinds of designs to ids of categories, null for none. */
  categories: string;
  createdAt: string;
  finishedAt: string | null;
}

/** A design of a file, in the file's order. */
interface ImportItemsTable {
  importId: string;
  position: number;
  state: 'waiting' | 'done';
  /** What the file says of its kind; empty where it says nothing. */
  type: string;
  /** JSON of the design as read; emptied once it is done. */
  content: string;
}

interface ImportRowsTable {
  importId: string;
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  /** The design it belongs to and whose outcome it shares; null where it is skipped by itself. */
  item: number | null;
  title: string;
  what: string;
  /** JSON of the `Keywords` that its design would get; null but for a design's first row. */
  keywords: string | null;
  outcome: ImportOutcome;
  reason: string;
}

/** Which design came from where, so that the same one never comes twice. */
interface ImportedProductsTable {
  source: ImportSource;
  /** What identifies it there. */
  key: string;
  productId: string;
  /** Of what the file said when it was last imported. */
  contentHash: string;
  /** Of the design as the import left it: one of another version was edited here since. */
  version: number;
}

interface ImportedPicturesTable {
  productId: string;
  address: string;
  position: number;
  /** The import that asked for it last; null once its report is deleted. */
  importId: string | null;
  row: number;
  state: 'waiting' | 'there' | 'failed';
  /** Why it failed; empty otherwise. */
  problem: string;
  /** Null unless it is there, and where the studio has taken it away since. */
  imageId: string | null;
}
