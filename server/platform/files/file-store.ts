import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** What is addressed by content: originals by their digest, the previews of a picture by theirs. */
export type Addressed = 'originals' | 'previews';

/** A byte range, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where bytes live. Originals are addressed by the SHA-256 of their content and never public;
 * previews are public and addressed by a content hash, width and format; uploads are what strangers
 * sent, parts what the studio sent of a file so far. What `put…` resolved is durable: temporary
 * name, fsync, rename, fsync of the folder.
 */
export interface FileStore {
  putOriginal(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Null where there is no such original. */
  statOriginal(sha256: string): Promise<StoredFile | null>;
  readOriginal(sha256: string, range?: ByteRange): Readable;
  /** `name` is `<hash>/<width>.<format>`. */
  putPreview(name: string, bytes: Uint8Array): Promise<void>;
  /** Keeps what a stranger sent, private and under a random name, which it answers. */
  putUpload(bytes: Uint8Array): Promise<string>;
  /** Null where there is no such upload. */
  readUpload(name: string): Promise<Uint8Array | null>;
  /** Removing what isn't there is no error. */
  removeUpload(name: string): Promise<void>;
  /** Names of the uploads that were written before `instant`. */
  uploadsBefore(instant: Date): Promise<string[]>;
  /** Keeps a part of a file under a random name. Whatever `source` throws leaves nothing. */
  putPart(source: AsyncIterable<Uint8Array>): Promise<{ name: string; bytes: number }>;
  readPart(name: string): Readable;
  /** Removing what isn't there is no error. */
  removePart(name: string): Promise<void>;
  /** Names of the parts that were written before `instant`. */
  partsBefore(instant: Date): Promise<string[]>;
  readPreview(name: string): Promise<{ readonly bytes: Uint8Array; readonly etag: string } | null>;
  /** Null where there is no such preview. */
  previewBytes(name: string): Promise<number | null>;
  /** The digests that begin with `start`, two hexadecimal digits, in no order. */
  digestsOf(kind: Addressed, start: string): Promise<string[]>;
  /**
   * Removes what lies under a digest and was last put before `instant`; what is put in this very
   * moment stays. Removing what isn't there is no error.
   */
  removeBefore(kind: Addressed, digest: string, instant: Date): Promise<void>;
}
