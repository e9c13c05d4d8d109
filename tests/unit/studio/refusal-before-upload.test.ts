import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fileLimits, fileMessages, type UploadKind } from '#contract/studio/files.ts';
import { pictureSize } from '#contract/studio/picture-head.ts';
import { refusalBeforeUpload } from '#studio/features/designs/files/refusal-before-upload.ts';

const { imageType, imagePixels, imageTooLarge, fileTooLarge, empty } = fileMessages;

/** A PNG's first bytes. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.from('0802000000', 'hex')]);
}

/** A JPEG's first bytes, with a profile, a byte that fills up and a table before its frame. */
function jpeg(width: number, height: number, frame = 0xc0): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const segment = (marker: number, content: Buffer) => {
    const start = Buffer.from([0xff, marker, 0, 0]);
    start.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([start, content]);
  };
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe2, Buffer.alloc(65_000, 0xff)),
    Buffer.from([0xff]),
    segment(0xc4, Buffer.alloc(40)),
    segment(frame, Buffer.concat([Buffer.from([8]), size, Buffer.alloc(10)])),
  ]);
}

/** A file of any length. */
function fileOf(bytes: number, head = png(100, 100)): Blob {
  return Object.defineProperty(new Blob([new Uint8Array(head)]), 'size', { value: bytes });
}

function refusal(head: Uint8Array, kind: UploadKind = 'image') {
  return refusalBeforeUpload(new Blob([new Uint8Array(head)]), kind);
}

test.each([
  ['a PNG', png(12_000, 10_001)],
  ['a PNG as wide as one can be', png(2 ** 31 - 1, 2 ** 31 - 1)],
  ['a JPEG', jpeg(12_000, 10_001)],
  ['a progressive JPEG', jpeg(12_000, 10_001, 0xc2)],
])('%s of more than 120 million pixels is refused before it is sent', async (_, head) => {
  expect(await refusal(head)).toBe(imagePixels);
  expect(await refusal(head, 'file')).toBeNull();
});

test.each([
  ['a PNG', png(12_000, 10_000)],
  ['a JPEG', jpeg(12_000, 10_000)],
  ['a JPEG that ends before its frame', jpeg(12_000, 10_001).subarray(0, 60_000)],
  ['a JPEG without a length', Buffer.from('ffd8ffe00000', 'hex')],
  ['a PNG that breaks off', png(12_000, 10_001).subarray(0, 20)],
  ['a WebP that breaks off', Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1')],
])('%s is left to the shop', async (_, head) => {
  expect(await refusal(head)).toBeNull();
});

test.each([
  ['text', Buffer.from('not a picture')],
  ['a GIF', Buffer.from('GIF89a')],
  ['sound in RIFF', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ['one byte', Buffer.from([0x89])],
  ['a WebP without a length', Buffer.from('RIFFWEBP')],
])('%s is no picture, and may be a file', async (_, head) => {
  expect(await refusal(head)).toBe(imageType);
  expect(await refusal(head, 'file')).toBeNull();
});

test('a file is refused by its size in the words of the shop', async () => {
  const { imageBytes, fileBytes } = fileLimits;
  const seen = await Promise.all([
    refusalBeforeUpload(fileOf(0), 'image'),
    refusalBeforeUpload(fileOf(0), 'file'),
    refusalBeforeUpload(fileOf(imageBytes), 'image'),
    refusalBeforeUpload(fileOf(imageBytes + 1), 'image'),
    refusalBeforeUpload(fileOf(imageBytes + 1), 'file'),
    refusalBeforeUpload(fileOf(fileBytes + 1), 'file'),
  ]);

  expect(seen).toEqual([empty, empty, null, imageTooLarge, null, fileTooLarge]);
});

test('a file that can no longer be read is left to the upload', async () => {
  const gone = Object.assign(new Blob(['x']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  });

  expect(await refusalBeforeUpload(gone, 'image')).toBeNull();
});

test('sizes are read as sharp reads them', async () => {
  const background = { r: 10, g: 20, b: 30, alpha: 0.5 };
  const create = { width: 301, height: 207, channels: 4, background } as const;
  const files = await Promise.all([
    sharp({ create }).png().toBuffer(),
    sharp({ create }).jpeg().toBuffer(),
    sharp({ create }).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    sharp({ create }).webp().toBuffer(),
    sharp({ create }).removeAlpha().webp().toBuffer(),
    sharp({ create }).webp({ lossless: true }).toBuffer(),
  ]);

  for (const file of files) expect(pictureSize(file)).toEqual({ width: 301, height: 207 });
});
