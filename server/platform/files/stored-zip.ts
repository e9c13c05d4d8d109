import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  /** Opens the content; it is read twice. */
  read(): Readable;
}

const version = 20;
/** The name is UTF-8. */
const flags = 0x0800;
/** Made on Unix; a file that everybody may read. */
const madeBy = (3 << 8) | version;
const mode = (0o100644 << 16) >>> 0;
/** 1 January 2026, 12:00, in MS-DOS format; always the same, so that the same files make the same archive. */
const dosTime = 12 << 11;
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1;
/** The maximum of 32 and 16 bits; these values mean that the number is in the 64-bit extension. */
const maxBytes = 0xffff_ffff;
const maxEntries = 0xffff;
/** The version needed to read the 64-bit end of the directory. */
const version64 = 45;

/** The length of the ZIP with these entries. */
export function zipBytes(entries: readonly Pick<ZipEntry, 'name' | 'bytes'>[]): number {
  let at = 0;
  let list = 0;
  for (const { name, bytes } of entries) {
    const nameLength = Buffer.byteLength(name);
    list += 46 + nameLength + extra(at).length;
    at += 30 + nameLength + bytes;
  }
  return at + list + ending(entries.length, list, at).length;
}

/**
 * Writes a ZIP whose entries aren't compressed. Checksum and size come before each entry, so that a stream
 * can be unpacked; at most a chunk is in memory. The whole may exceed 4 GB (ZIP64), an entry may not.
 * @throws RangeError
 */
export async function* storedZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const facts = await factsOf(entry, name.length);
    const head = Buffer.concat([word(0x04034b50), facts, short(0), name]);
    const far = extra(at);
    const known = [word(0x02014b50), short(madeBy), facts, short(far.length), tail(at), name, far];
    directory.push(Buffer.concat(known));
    at += head.length + entry.bytes;
    yield head;
    yield* entry.read() as AsyncIterable<Buffer>;
  }
  const list = Buffer.concat(directory);
  yield list;
  yield ending(entries.length, list.length, at);
}

/** The offset of an entry that begins past 4 GB; otherwise empty. */
function extra(at: number): Buffer {
  return at < maxBytes ? Buffer.alloc(0) : Buffer.concat([short(0x0001), short(8), long(at)]);
}

/** The end of the directory: number of entries, its length and offset; also in 64 bits if 32 aren't enough. */
function ending(entries: number, listBytes: number, at: number): Buffer {
  const count = short(Math.min(entries, maxEntries));
  const end = [
    word(0x06054b50),
    short(0),
    short(0),
    count,
    count,
    word(Math.min(listBytes, maxBytes)),
    word(Math.min(at, maxBytes)),
    short(0),
  ];
  if (entries < maxEntries && listBytes < maxBytes && at < maxBytes) return Buffer.concat(end);
  return Buffer.concat([
    word(0x06064b50),
    long(44),
    short(madeBy),
    short(version64),
    word(0),
    word(0),
    long(entries),
    long(entries),
    long(listBytes),
    long(at),
    word(0x07064b50),
    word(0),
    long(at + listBytes),
    word(1),
    ...end,
  ]);
}

/** The fields that both headers of an entry share. */
async function factsOf(entry: ZipEntry, nameLength: number): Promise<Buffer> {
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of entry.read() as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
  }
  if (bytes >= maxBytes) throw new RangeError(`${entry.name} is too long for a ZIP`);
  if (bytes !== entry.bytes) throw new RangeError(`${entry.name} has another size than it should`);
  return Buffer.concat([
    short(version),
    short(flags),
    short(0),
    short(dosTime),
    short(dosDate),
    word(checksum),
    word(bytes),
    word(bytes),
    short(nameLength),
  ]);
}

/** The fields that only the directory has: no comment, first disk, binary file, permissions, offset. */
function tail(at: number): Buffer {
  return Buffer.concat([short(0), short(0), short(0), word(mode), word(Math.min(at, maxBytes))]);
}

function short(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function word(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function long(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}
