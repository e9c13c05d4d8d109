import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  /** Opens the content; it is read twice. */
  read(): Readable;
}

const version = 20;
/** The name is UTF-8. */
const flags = 0x0800;
/** Made on Unix, a file that everybody may read. */
const madeBy = (3 << 8) | version;
const mode = (0o100644 << 16) >>> 0;
/** 1 January 2026, 12:00, as MS-DOS wrote it; always the same, so that the same files make the same archive. */
const dosTime = 12 << 11;
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1;
/** The format's own limit without its 64-bit extension. */
const mostBytes = 0xffff_ffff;

/**
 * The bytes of a ZIP whose entries are stored as they are. Checksum and size stand before each
 * entry, so that a stream can be unpacked; never more than a chunk is in memory. Throws RangeError
 * past 4 GB.
 */
export async function* storedZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const facts = await factsOf(entry, name.length);
    const head = Buffer.concat([word(0x04034b50), facts, name]);
    directory.push(Buffer.concat([word(0x02014b50), short(madeBy), facts, tail(at), name]));
    at += head.length + entry.bytes;
    if (at > mostBytes) throw new RangeError('too much for a ZIP');
    yield head;
    yield* entry.read() as AsyncIterable<Buffer>;
  }
  const list = Buffer.concat(directory);
  const count = short(entries.length);
  yield list;
  yield Buffer.concat([
    word(0x06054b50),
    short(0),
    short(0),
    count,
    count,
    word(list.length),
    word(at),
    short(0),
  ]);
}

/** What both headers of an entry say alike. */
async function factsOf(entry: ZipEntry, nameLength: number): Promise<Buffer> {
  let checksum = 0;
  let bytes = 0;
  for await (const chunk of entry.read() as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
  }
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
    short(0),
  ]);
}

/** What only the directory says: no comment, first disk, a file, its rights, where it begins. */
function tail(at: number): Buffer {
  return Buffer.concat([short(0), short(0), short(0), word(mode), word(at)]);
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
