import type { Generated } from 'kysely';

/** The tables for the studio's uploads; tables.ts describes how values are stored. */
export interface FileTables {
  fileUploads: FileUploadsTable;
  uploadParts: UploadPartsTable;
  designWork: DesignWorkTable;
  fileVersions: FileVersionsTable;
}

/** A file being uploaded by the studio. A finished one stays for a while, so that a repeated call gets the same answer. */
interface FileUploadsTable {
  id: string;
  productId: string;
  kind: 'image' | 'file';
  /** The file that it is a new version of; that file may no longer exist. */
  replacesId: string | null;
  name: string;
  /** As announced by the client. */
  bytes: number;
  /** When the file was last modified on the client, in ms since 1970. */
  modifiedAt: number;
  /** The sum of its parts, until it is finished. */
  received: Generated<number>;
  /** Of the whole file; null until it is finished. */
  sha256: string | null;
  createdAt: string;
  touchedAt: string;
}

interface UploadPartsTable {
  uploadId: string;
  /** Its offset in the file. */
  start: number;
  /** Its name in the file store. */
  part: string;
}

/** Work that the server still has to do; a row is deleted when it is done. */
interface DesignWorkTable {
  id: string;
  productId: string;
  kind: 'previews' | 'delivery';
  name: string;
  /** The picture's original; null for a delivery. */
  sha256: string | null;
  /** JSON array: names of the files whose new version the design's owners will be mailed about. */
  news: Generated<string>;
  state: 'waiting' | 'working' | 'failed';
  tries: Generated<number>;
  /** How many of its steps are done. */
  done: Generated<number>;
  problem: string | null;
  createdAt: string;
  /** Which claim the work in progress belongs to, and when that ends unless it is renewed. */
  heldBy: string | null;
  heldUntil: string | null;
}

/** A file as it was before it was replaced; its bytes stay in the store. */
interface FileVersionsTable {
  fileId: string;
  /** From 1, in order. */
  version: number;
  name: string;
  mediaType: string;
  sha256: string;
  bytes: number;
  width: number | null;
  height: number | null;
  dpi: number | null;
  replacedAt: string;
}
