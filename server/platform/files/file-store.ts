import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** The content-addressed files: originals by their digest, previews by that of their picture. */
export type Addressed = 'originals' | 'previews';

/** A byte range, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores bytes. Originals are addressed by the SHA-256 of their content and never public; previews are public
 * and addressed by a content hash, width and format; uploads are files sent by strangers, parts are pieces of
 * files that the studio is uploading. Once `put…` resolves, the bytes are durable: temporary name, fsync,
 * rename, fsync of the folder.
 */
export interface FileStore {
  putOriginal(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Null if there is no such original. */
  statOriginal(sha256: string): Promise<StoredFile | null>;
  readOriginal(sha256: string, range?: ByteRange): Readable;
  /** `name` is `<hash>/<width>.<format>`. */
  putPreview(name: string, bytes: Uint8Array): Promise<void>;
  /** Stores a stranger's file privately under a random name, and returns that name. */
  putUpload(bytes: Uint8Array): Promise<string>;
  /** Null if there is no such upload. */
  readUpload(name: string): Promise<Uint8Array | null>;
  /** Does nothing if it doesn't exist. */
  removeUpload(name: string): Promise<void>;
  /** Names of the uploads written before `instant`. */
  uploadsBefore(instant: Date): Promise<string[]>;
  /** Stores a part of a file under a random name. If `source` throws, nothing is stored. */
  putPart(source: AsyncIterable<Uint8Array>): Promise<{ name: string; bytes: number }>;
  readPart(name: string): Readable;
  /** Does nothing if it doesn't exist. */
  removePart(name: string): Promise<void>;
  /** Names of the parts written before `instant`. */
  partsBefore(instant: Date): Promise<string[]>;
  readPreview(name: string): Promise<{ readonly bytes: Uint8Array; readonly etag: string } | null>;
  /** Null if there is no such preview. */
  previewBytes(name: string): Promise<number | null>;
  /** The digests that begin with `start`, two hexadecimal digits, unordered. */
  digestsOf(kind: Addressed, start: string): Promise<string[]>;
  /**
   * Deletes the files of a digest that were last stored before `instant`, but not one that is being stored at
   * this moment. Does nothing if there are none.
   */
  removeBefore(kind: Addressed, digest: string, instant: Date): Promise<void>;
}
