import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { storedZip, type ZipEntry, zipBytes } from '#server/platform/files/stored-zip.ts';

const entry = (name: string, content: Buffer): ZipEntry => ({
  name,
  bytes: content.length,
  read: () => Readable.from(content.length > 0 ? [content] : []),
});

test('an archive has the announced length', async () => {
  const entries = [entry('Füchse/a.png', Buffer.alloc(3000, 1)), entry('b', Buffer.alloc(0))];
  expect((await buffer(storedZip(entries))).length).toBe(zipBytes(entries));
});

test('counts more entries than 16 bits can in the 64-bit end record', async () => {
  const entries = Array.from({ length: 66_000 }, (_, count) => entry(`${count}`, Buffer.alloc(0)));
  const zip = await buffer(storedZip(entries));
  expect(zip.length).toBe(zipBytes(entries));
  const end = zip.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  expect(end.readUInt16LE(10)).toBe(0xffff);
  const locator = zip.subarray(-42, -22);
  const end64 = zip.subarray(Number(locator.readBigUInt64LE(8)));
  expect(end64.readUInt32LE(0)).toBe(0x06064b50);
  expect(end64.readBigUInt64LE(32)).toBe(66_000n);
  expect(zip.readUInt32LE(Number(end64.readBigUInt64LE(48)))).toBe(0x02014b50);
});

test('writes offsets past 4 GB in 64 bits', () => {
  const huge = { name: 'a', bytes: 0xffff_fffe };
  const small = { name: 'b', bytes: 1 };
  const plain = 2 * (30 + 46 + 2) + huge.bytes + small.bytes + 22;
  expect(zipBytes([huge, small])).toBe(plain + 12 + 56 + 20);
});
