/** The headers of a ZIP whose entries aren't compressed. The whole may exceed 4 GB (ZIP64), an entry may not. */

/** What the headers say of an entry. */
export interface ZipFacts {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
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
/** The version needed to read what is in 64 bits. */
const version64 = 45;

/**
 * What comes before an entry's content. It has checksum and size, so that a stream can be unpacked.
 * @throws RangeError if the entry is too long
 */
export function entryHeader(facts: ZipFacts): Buffer {
  return Buffer.concat([
    word(0x04034b50),
    short(version),
    factsOf(facts),
    short(0),
    Buffer.from(facts.name),
  ]);
}

/** The entry's line in the directory. `at`: the offset of its header. */
export function directoryLine(facts: ZipFacts, at: number): Buffer {
  const far = farOffset(at);
  const needed = short(far.length > 0 ? version64 : version);
  const known = [word(0x02014b50), short(madeBy), needed, factsOf(facts), short(far.length)];
  return Buffer.concat([...known, tail(at), Buffer.from(facts.name), far]);
}

/** The offset of an entry that begins past 4 GB; otherwise empty. */
function farOffset(at: number): Buffer {
  return at < maxBytes ? Buffer.alloc(0) : Buffer.concat([short(0x0001), short(8), long(at)]);
}

/** The end of the directory: number of entries, its length and offset; also in 64 bits if 32 aren't enough. */
export function directoryEnd(entries: number, listBytes: number, at: number): Buffer {
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

/** The fields after the version that both headers of an entry share. */
function factsOf({ name, bytes, crc32 }: ZipFacts): Buffer {
  if (bytes >= maxBytes) throw new RangeError(`${name} is too long for a ZIP`);
  return Buffer.concat([
    short(flags),
    short(0),
    short(dosTime),
    short(dosDate),
    word(crc32),
    word(bytes),
    word(bytes),
    short(Buffer.byteLength(name)),
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
