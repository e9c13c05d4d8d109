import { createHash } from 'node:crypto';
import type { ByteRange } from './file-store.ts';
import { directoryEnd, directoryLine, entryHeader, type ZipFacts } from './zip-headers.ts';

/** A piece of a ZIP: headers, or the content of an entry. */
type Piece<Entry> =
  | { readonly at: number; readonly bytes: number; readonly headers: Buffer }
  | { readonly at: number; readonly bytes: number; readonly entry: Entry };

/** Where everything is in a ZIP that is stored nowhere. */
export interface ZipLayout<Entry> {
  readonly bytes: number;
  /** In order, without a gap. */
  readonly pieces: readonly Piece<Entry>[];
}

/**
 * Lays out a ZIP whose entries aren't compressed; the same entries make the same bytes.
 * @throws RangeError if an entry has 4 GB or more
 */
export function zipLayout<Entry extends ZipFacts>(entries: readonly Entry[]): ZipLayout<Entry> {
  const pieces: Piece<Entry>[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const add = (headers: Buffer) => {
    pieces.push({ at, bytes: headers.length, headers });
    at += headers.length;
  };
  for (const entry of entries) {
    directory.push(directoryLine(entry, at));
    add(entryHeader(entry));
    pieces.push({ at, bytes: entry.bytes, entry });
    at += entry.bytes;
  }
  const list = Buffer.concat(directory);
  const end = directoryEnd(entries.length, list.length, at);
  add(Buffer.concat([list, end]));
  return { bytes: at, pieces };
}

/**
 * The digest by which a device checks the ZIP, in hexadecimal: the SHA-256 of the ZIP with the SHA-256 of each content in
 * its place. It is known without reading any content.
 */
export function zipDigest({ pieces }: ZipLayout<{ readonly sha256: string }>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update('entry' in piece ? Buffer.from(piece.entry.sha256, 'hex') : piece.headers);
  }
  return hash.digest('hex');
}

/** The entry with the range's first byte of content; null if it has none. */
export function firstEntryIn<Entry>(
  { pieces }: ZipLayout<Entry>,
  { start, end }: ByteRange,
): Entry | null {
  for (const piece of pieces) {
    const isIn = piece.at <= end && piece.at + piece.bytes > start;
    if ('entry' in piece && isIn && piece.bytes > 0) return piece.entry;
  }
  return null;
}

/**
 * A range of the ZIP's bytes. `read` opens a range of an entry's content.
 * @throws RangeError if a content is shorter or longer than the layout says
 */
export async function* readZip<Entry>(
  { pieces }: ZipLayout<Entry>,
  { start, end }: ByteRange,
  read: (entry: Entry, range: ByteRange) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const range = {
      start: Math.max(start - piece.at, 0),
      end: Math.min(end - piece.at, piece.bytes - 1),
    };
    if (range.start > range.end) continue;
    if ('headers' in piece) {
      yield piece.headers.subarray(range.start, range.end + 1);
      continue;
    }
    let left = range.end - range.start + 1;
    for await (const chunk of read(piece.entry, range)) {
      left -= chunk.length;
      if (left < 0) break;
      yield chunk;
    }
    if (left !== 0) throw new RangeError('a file of a ZIP has another size than it should');
  }
}
