import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isEmptyZip } from '#server/platform/files/empty-zip.ts';
import { storedZip } from '#server/platform/files/stored-zip.ts';

const zipOf = (...names: readonly string[]) =>
  buffer(
    storedZip(
      names.map((name) => {
        const content = Buffer.from(name.endsWith('/') ? '' : 'a drawing');
        return { name, bytes: content.length, read: () => Readable.from([content]) };
      }),
    ),
  );

test.each([
  ['nothing', [], true],
  ['a folder', ['foxes/'], true],
  ['folders', ['foxes/', 'foxes/large/'], true],
  ['a file', ['foxes.png'], false],
  ['a file in a folder', ['foxes/', 'foxes/fox.png'], false],
])('a ZIP of %s', async (_, names, isEmpty) => {
  const zip = await zipOf(...names);

  expect(isEmptyZip(zip)).toBe(isEmpty);
});

test('a beginning that does not tell is not taken for an empty ZIP', async () => {
  const zip = await zipOf('foxes/', 'foxes/fox.png');

  expect(isEmptyZip(zip.subarray(0, 40))).toBe(false);
  expect(isEmptyZip(Buffer.from('PK\u0003\u0004<script>'))).toBe(false);
  expect(isEmptyZip(Buffer.alloc(0))).toBe(false);
});
