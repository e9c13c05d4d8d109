import { crc32 } from 'node:zlib';
import { expect } from 'vitest';

/** Name and content of each entry, read from the central directory; entries are stored uncompressed. */
export function unpackZip(zip: Buffer): [string, Buffer][] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
    ];
    expect(zip.readUInt16LE(at + 10)).toBe(0);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    // With sizes in its local header, an entry can also be read as a stream.
    expect(zip.readUInt32LE(local + 18)).toBe(size);
    expect(zip.readUInt32LE(local + 14)).toBe(crc32(content));
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
    return [name, content];
  });
}
