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

/** A file by its path, the same in every store, and its size. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
}

/** How a browser gets a file from the store. */
export interface BrowserFile {
  readonly name: string;
  readonly mediaType: string;
}

/** Thrown, also by streams, if a file isn't there. Its code is the one that the disk has for it. */
export class MissingFile extends Error {
  override name = 'MissingFile';
  readonly code = 'ENOENT';
}

/** Thrown, also by streams, if bytes are no longer those that were stored. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** Thrown if the store doesn't answer or refuses; nothing is known to be wrong with its files. */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable';
  /** Short, such as ECONNREFUSED or AccessDenied. */
  readonly reason: string;

  constructor(what: string, reason: string) {
    super(`${what}: ${reason}`);
    this.reason = reason;
  }
}

/** A note in a store that says whose files are there: the `filesOwner` in a shop's settings. */
export interface OwnerNote {
  /** Null if there is none. */
  read(): Promise<string | null>;
  write(owner: string): Promise<void>;
}

/**
 * Stores bytes. Originals are addressed by the SHA-256 of their content and never public; previews are public
 * and addressed by a content hash, width and format; uploads are files sent by strangers, parts are pieces of
 * files that the studio is uploading. Once `put…` resolves, the bytes are durable and complete.
 * Two stores have this interface and pass the same tests: the disk and a bucket.
 */
export interface FileStore {
  /** Null if the files are in the data folder, which no other shop has. */
  readonly owner: OwnerNote | null;
  putOriginal(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Null if there is no such original. */
  statOriginal(sha256: string): Promise<StoredFile | null>;
  readOriginal(sha256: string, range?: ByteRange): Readable;
  /**
   * A short-lived address at which a browser gets the original from the store itself, without the shop. Whoever
   * has it can download, so check owner and payment first. Null if the file has to go through the shop.
   */
  originalUrl(sha256: string, file: BrowserFile): Promise<string | null>;
  /** `name` is `<hash>/<width>.<format>`, or `<hash>/logo.<format>`. */
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
  /** Every file that must be kept. Null if they are in the data folder, where backups copy them. */
  list(): AsyncIterable<ListedFile> | null;
  /** Deletes what interrupted writes left on this machine, and makes good what interrupted deletions did there. */
  removeUnfinished(): Promise<void>;
  /** Ends the uploads that interrupted writes left in the bucket, if the files are in one. */
  endUploads(): Promise<void>;
  /** @throws if the store can't be used right now */
  check(): Promise<void>;
}
