import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ByteRange } from '#server/platform/files/file-store.ts';
import { storedZip } from '#server/platform/files/stored-zip.ts';
import { firstEntryIn, readZip, zipDigest, zipLayout } from '#server/platform/files/zip-layout.ts';
import { unpackZip } from '#tests/support/unpack-zip.ts';

const entry = (name: string, content: Buffer) => ({
  name,
  content,
  bytes: content.length,
  crc32: crc32(content),
  sha256: createHash('sha256').update(content).digest('hex'),
});

type Entry = ReturnType<typeof entry>;

const part = ({ content }: Entry, { start, end }: ByteRange) =>
  Readable.from([content.subarray(start, end + 1)]);

async function bytesOf(entries: readonly Entry[], range?: ByteRange): Promise<Buffer> {
  const layout = zipLayout(entries);
  return buffer(readZip(layout, range ?? { start: 0, end: layout.bytes - 1 }, part));
}

test('is the ZIP that would be written, and as long as it says', async () => {
  const entries = [entry('Füchse/a.png', randomBytes(3000)), entry('b', Buffer.alloc(0))];

  const zip = await bytesOf(entries);

  expect(zip.length).toBe(zipLayout(entries).bytes);
  expect(unpackZip(zip)).toEqual(entries.map(({ name, content }) => [name, content]));
  const written = storedZip(
    entries.map((each) => ({ ...each, read: () => Readable.from([each.content]) })),
  );
  expect(zip).toEqual(await buffer(written));
});

test('any range is that part of the whole', async () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 12 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(contents, fc.nat(), fc.nat(), async (given, from, length) => {
      const entries = given.map((content, place) => entry(`${place}`, Buffer.from(content)));
      const whole = await bytesOf(entries);
      const start = from % whole.length;
      const end = start + (length % (whole.length - start));
      expect(await bytesOf(entries, { start, end })).toEqual(whole.subarray(start, end + 1));
    }),
    { numRuns: 200 },
  );
});

test('a range may begin and end at every byte', async () => {
  const entries = [
    entry('a', Buffer.from('abc')),
    entry('b', Buffer.alloc(0)),
    entry('c', Buffer.from('d')),
  ];
  const whole = await bytesOf(entries);
  for (let at = 0; at < whole.length; at += 1) {
    expect(await bytesOf(entries, { start: at, end: whole.length - 1 })).toEqual(
      whole.subarray(at),
    );
    expect(await bytesOf(entries, { start: 0, end: at })).toEqual(whole.subarray(0, at + 1));
  }
});

test('says whose content a range has first', () => {
  const layout = zipLayout([entry('a', Buffer.from('abc')), entry('b', Buffer.from('d'))]);
  const [, first, , second] = layout.pieces.map(({ at }) => at);
  const nameAt = (start: number, end: number) => firstEntryIn(layout, { start, end })?.name;

  expect(nameAt(0, layout.bytes - 1)).toBe('a');
  expect(nameAt(0, (first ?? 0) - 1)).toBeUndefined();
  expect(nameAt((first ?? 0) + 3, layout.bytes - 1)).toBe('b');
  expect(nameAt((second ?? 0) + 1, layout.bytes - 1)).toBeUndefined();
});

test('breaks off when a file is shorter or longer than it was', async () => {
  const layout = zipLayout([entry('a', Buffer.from('abc'))]);
  const read = (content: string) =>
    buffer(
      readZip(layout, { start: 0, end: layout.bytes - 1 }, () =>
        Readable.from([Buffer.from(content)]),
      ),
    );

  await expect(read('ab')).rejects.toThrow(RangeError);
  await expect(read('abcd')).rejects.toThrow(RangeError);
});

test('has another digest with another content, name or order', () => {
  const [a, b] = [entry('a', Buffer.from('abc')), entry('b', Buffer.from('d'))];
  const all = [[a, b], [b, a], [a], [a, { ...b, name: 'c' }], [entry('a', Buffer.from('abd')), b]];

  expect(new Set(all.map((entries) => zipDigest(zipLayout(entries)))).size).toBe(all.length);
});

test('lays out what is past 4 GB in 64 bits', () => {
  const huge = { bytes: 3_000_000_000, crc32: 7 };
  const layout = zipLayout(['a', 'b', 'c'].map((name) => ({ ...huge, name })));

  const at = layout.pieces.map((piece) => piece.at);
  expect(at).toEqual([
    0, 31, 3_000_000_031, 3_000_000_062, 6_000_000_062, 6_000_000_093, 9_000_000_093,
  ]);
  const last = layout.pieces.at(-1);
  const headers = last && 'headers' in last ? last.headers : Buffer.alloc(0);
  expect(layout.bytes).toBe(9_000_000_093 + headers.length);
  const locator = headers.subarray(-42, -22);
  const end64 = headers.subarray(Number(locator.readBigUInt64LE(8)) - 9_000_000_093);
  expect(end64.readUInt32LE(0)).toBe(0x06064b50);
  expect(Number(end64.readBigUInt64LE(32))).toBe(3);
  expect(Number(end64.readBigUInt64LE(48))).toBe(9_000_000_093);
  // The third line of the directory has its offset in the 64-bit extension.
  const third = headers.subarray(2 * 47);
  expect(third.readUInt32LE(42)).toBe(0xffff_ffff);
  expect(Number(third.readBigUInt64LE(47 + 4))).toBe(6_000_000_062);
  expect([headers.readUInt16LE(6), third.readUInt16LE(6)]).toEqual([20, 45]);
});
