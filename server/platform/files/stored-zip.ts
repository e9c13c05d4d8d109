import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { directoryEnd, directoryLine, entryHeader } from './zip-headers.ts';
import { zipLayout } from './zip-layout.ts';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  /** Opens the content; it is read twice. */
  read(): Readable;
}

/** The length of the ZIP with these entries. */
export function zipBytes(entries: readonly Pick<ZipEntry, 'name' | 'bytes'>[]): number {
  return zipLayout(entries.map(({ name, bytes }) => ({ name, bytes, crc32: 0 }))).bytes;
}

/**
 * Writes a ZIP whose entries aren't compressed; at most a chunk is in memory. The whole may exceed 4 GB, an entry may not.
 * @throws RangeError
 */
export async function* storedZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const facts = { name: entry.name, bytes: entry.bytes, crc32: await checksumOf(entry) };
    const head = entryHeader(facts);
    directory.push(directoryLine(facts, at));
    at += head.length + entry.bytes;
    yield head;
    yield* entry.read() as AsyncIterable<Buffer>;
  }
  const list = Buffer.concat(directory);
  yield list;
  yield directoryEnd(entries.length, list.length, at);
}

async function checksumOf(entry: ZipEntry): Promise<number> {
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of entry.read() as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
  }
  if (bytes !== entry.bytes) throw new RangeError(`${entry.name} has another size than it should`);
  return checksum;
}
