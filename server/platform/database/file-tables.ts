import type { Generated } from 'kysely';

/** The rows of what the studio uploads; in `tables.ts` stands how values are stored. */
export interface FileTables {
  fileUploads: FileUploadsTable;
  uploadParts: UploadPartsTable;
  designWork: DesignWorkTable;
  fileVersions: FileVersionsTable;
}

/** A file on its way from the studio. A finished one stays a while, so that asking again is answered the same. */
interface FileUploadsTable {
  id: string;
  productId: string;
  kind: 'image' | 'file';
  /** The file that it is a new version of; it may be gone by now. */
  replacesId: string | null;
  name: string;
  /** As announced. */
  bytes: number;
  /** When the file was last changed where it comes from, in milliseconds since 1970. */
  modifiedAt: number;
  /** Always the sum of its parts, until it is finished. */
  received: Generated<number>;
  /** Of the whole; null until it is finished. */
  sha256: string | null;
  createdAt: string;
  touchedAt: string;
}

interface UploadPartsTable {
  uploadId: string;
  /** Where it begins in the file. */
  start: number;
  /** Its name in the file store. */
  part: string;
}

/** What the server has yet to make; a row is gone when that is done. */
interface DesignWorkTable {
  id: string;
  productId: string;
  kind: 'previews' | 'delivery';
  name: string;
  /** The picture's original; null for a delivery. */
  sha256: string | null;
  /** JSON array: names of the files whose new version the owners of the design are to be told of. */
  news: Generated<string>;
  state: 'waiting' | 'working' | 'failed';
  tries: Generated<number>;
  /** Steps of it that are done. */
  done: Generated<number>;
  problem: string | null;
  createdAt: string;
}

/** A file as it was before it was replaced. Rows and bytes stay. */
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
