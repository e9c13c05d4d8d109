import sharp from 'sharp';
import { expect, test } from 'vitest';
import { measure } from '#server/designs/files/measure.ts';
import { statedDpi } from '#server/designs/files/stated-dpi.ts';
import { withPngChunk } from '#tests/support/pictures.ts';

const bare = sharp({ create: { width: 70, height: 50, channels: 3, background: '#7799aa' } });

const dpiOf = async (type: 'png' | 'jpeg', file: Buffer) =>
  (await measure(`image/${type}`, file)).dpi;

async function png(unit: number, density: number): Promise<Buffer> {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(density, 0);
  data.writeUInt32BE(density, 4);
  data.writeUInt8(unit, 8);
  return withPngChunk(await bare.png().toBuffer(), 'pHYs', data);
}

/** A JPEG with a JFIF header, EXIF, or both, in this order. */
async function jpeg(...segments: readonly Buffer[]): Promise<Buffer> {
  const plain = await bare.jpeg().toBuffer();
  const own = plain.readUInt16BE(2) === 0xffe0 ? plain.readUInt16BE(4) + 2 : 0;
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2 + own)]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(marker, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function jfif(unit: number, density: number): Buffer {
  const content = Buffer.from('JFIF\0\u0001\u0001\0\0\0\0\0\0\0', 'latin1');
  content.writeUInt8(unit, 7);
  content.writeUInt16BE(density, 8);
  content.writeUInt16BE(density, 10);
  return segment(0xffe0, content);
}

/** EXIF whose resolution has this unit: 1 none, 2 inch, 3 cm. */
function exif(unit: number, density: number): Buffer {
  const tiff = Buffer.alloc(66);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  const entries = [
    [0x11a, 5, 50],
    [0x11b, 5, 58],
    [0x128, 3, unit],
  ] as const;
  for (const [place, [tag, type, value]] of entries.entries()) {
    const at = 10 + place * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(1, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  for (const at of [50, 58]) {
    tiff.writeUInt32LE(density, at);
    tiff.writeUInt32LE(1, at + 4);
  }
  return segment(0xffe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

test('reads the DPI of a JPEG only where it has a unit', async () => {
  const files = {
    'JFIF inch': await jpeg(jfif(1, 350)),
    'JFIF 72': await jpeg(jfif(1, 72)),
    'JFIF cm': await jpeg(jfif(2, 138)),
    'JFIF shape': await jpeg(jfif(0, 1)),
    'JFIF shape 300': await jpeg(jfif(0, 300)),
    'JFIF zero': await jpeg(jfif(1, 0)),
    'JFIF one': await jpeg(jfif(1, 1)),
    none: await jpeg(),
    'EXIF inch': await jpeg(exif(2, 350)),
    'EXIF cm': await jpeg(exif(3, 138)),
    'EXIF without unit': await jpeg(exif(1, 300)),
    'EXIF zero': await jpeg(exif(2, 0)),
    'JFIF shape, EXIF inch': await jpeg(jfif(0, 1), exif(2, 350)),
    'EXIF without unit, JFIF inch': await jpeg(exif(1, 1), jfif(1, 300)),
    'JFIF inch, EXIF without unit': await jpeg(jfif(1, 350), exif(1, 72)),
    'JFIF 72, EXIF 350': await jpeg(jfif(1, 72), exif(2, 350)),
    'JFIF 350, EXIF 72': await jpeg(jfif(1, 350), exif(2, 72)),
    'JFIF shape, EXIF without unit': await jpeg(jfif(0, 72), exif(1, 72)),
    'EXIF after bytes that fill up': await jpeg(Buffer.from([0xff, 0xff, 0xff]), exif(2, 350)),
    'EXIF beyond any scanner': await jpeg(jfif(1, 300), exif(2, 4_294_967_295)),
  };
  const seen = Object.entries(files).map(async ([name, file]) => [name, await dpiOf('jpeg', file)]);

  expect(Object.fromEntries(await Promise.all(seen))).toEqual({
    'JFIF inch': 350,
    'JFIF 72': 72,
    'JFIF cm': 351,
    'JFIF shape': null,
    'JFIF shape 300': null,
    'JFIF zero': null,
    'JFIF one': null,
    none: null,
    'EXIF inch': 350,
    'EXIF cm': 351,
    'EXIF without unit': null,
    'EXIF zero': null,
    'JFIF shape, EXIF inch': 350,
    'EXIF without unit, JFIF inch': 300,
    'JFIF inch, EXIF without unit': 350,
    'JFIF 72, EXIF 350': 350,
    'JFIF 350, EXIF 72': 72,
    'JFIF shape, EXIF without unit': null,
    'EXIF after bytes that fill up': 350,
    'EXIF beyond any scanner': 300,
  });
});

test('reads the DPI of a PNG only where it has a unit', async () => {
  expect([
    await dpiOf('png', await png(1, 13_780)),
    await dpiOf('png', await png(1, 11_811)),
    await dpiOf('png', await png(0, 300)),
    await dpiOf('png', await png(0, 1)),
    await dpiOf('png', await bare.png().toBuffer()),
    await dpiOf('png', await png(1, 503_937)),
    await dpiOf('png', await png(1, 4_294_967_295)),
  ]).toEqual([350, 300, null, null, null, 12_800, null]);
});

test('of a PNG, reads the pixels per metre before the EXIF', async () => {
  const withExif = (file: Buffer, unit: number, density: number) =>
    withPngChunk(file, 'eXIf', exif(unit, density).subarray(10));
  const plain = await bare.png().toBuffer();
  expect([
    await dpiOf('png', withExif(await png(1, 13_780), 2, 72)),
    await dpiOf('png', withExif(await png(1, 13_780), 1, 72)),
    await dpiOf('png', withExif(await png(0, 300), 2, 350)),
    await dpiOf('png', withExif(plain, 3, 138)),
    await dpiOf('png', withExif(plain, 1, 300)),
    await dpiOf('png', withExif(plain, 2, 0)),
  ]).toEqual([350, 350, 350, 351, null, null]);
});

test('reads broken EXIF no further than it goes', () => {
  const whole = exif(2, 350);
  for (let length = 0; length < whole.length; length += 1) {
    const file = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      whole.subarray(0, length),
      Buffer.alloc(16),
    ]);
    expect([null, 350]).toContain(statedDpi(file));
  }
});

test('measures a file whose header breaks off', async () => {
  const file = await png(1, 13_780);
  expect(await measure('image/png', file.subarray(0, 45))).toMatchObject({ dpi: null });
  expect(await measure('image/jpeg', Buffer.from([0xff, 0xd8]))).toMatchObject({ dpi: null });
});
