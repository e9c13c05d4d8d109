import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages/messages.ts';
import { type StillPicture, stillPicture } from '#server/commissions/still-picture.ts';
import { rgbProfile } from '#tests/support/color-profiles.ts';
import { declaredPng, noise, picture, withPngChunk } from '#tests/support/pictures.ts';
import { iCCP, pngOf } from '#tests/support/png-file.ts';

async function made(source: Uint8Array): Promise<StillPicture> {
  const result = await stillPicture(source);
  if (result.kind !== 'made') throw new Error(result.message);
  return result.picture;
}

async function refusal(source: Uint8Array): Promise<string> {
  const result = await stillPicture(source);
  if (result.kind !== 'refused') throw new Error('the picture was taken');
  return result.message;
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('makes a JPEG of a %s', async (format) => {
  const { bytes, width, height } = await made(await picture(format));

  const { format: madeFormat, ...head } = await sharp(bytes).metadata();
  expect([madeFormat, head.width, head.height, width, height]).toEqual(['jpeg', 64, 48, 64, 48]);
  const [red = 0, , blue = 0] = await sharp(bytes).resize(2, 1, { fit: 'fill' }).raw().toBuffer();
  expect(red).toBeGreaterThan(blue);
});

test('keeps nothing of the file but its pixels', async () => {
  const source = await sharp(await picture('jpeg'))
    .withExif({ IFD0: { Artist: 'Ada Sewell' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .toBuffer();
  expect((await sharp(source).metadata()).exif).toBeDefined();

  const { bytes } = await made(source);

  const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
  expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
  expect(bytes.includes('Ada Sewell')).toBe(false);
});

test('rotates a picture to its camera orientation', async () => {
  const source = await sharp(await picture('jpeg'))
    .withMetadata({ orientation: 6 })
    .toBuffer();

  const { width, height } = await made(source);

  expect([width, height]).toEqual([48, 64]);
});

test('puts transparent pictures on white', async () => {
  const source = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();

  const { bytes } = await made(source);

  expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
});

test('accepts grey and 16-bit pictures', async () => {
  const grey = await sharp(await picture('png'))
    .greyscale()
    .png()
    .toBuffer();
  const deep = await sharp(await picture('png'))
    .toColourspace('rgb16')
    .png()
    .toBuffer();

  expect([(await made(grey)).width, (await made(deep)).width]).toEqual([64, 64]);
});

test('shows a picture of 16 bits with a profile in its colours', async () => {
  const chunks = [iCCP(rgbProfile('sRGB', 'srgb'))];
  const { bytes } = await made(pngOf([255, 0, 0], { type: 'rgb', depth: 16, chunks }));
  const [red = 0, green = 255] = await sharp(bytes).raw().toBuffer();
  expect([red > 250, green < 5]).toEqual([true, true]);
});

test('shrinks a large picture so that it can be e-mailed', async () => {
  const { bytes, width } = await made(await noise(1800, 1700));

  expect(bytes.byteLength).toBeLessThanOrEqual(680_000);
  expect(width).toBeLessThan(1800);
});

test('shows a picture in full and never enlarges it', async () => {
  const { width, height } = await made(await picture('webp', { width: 3000, height: 500 }));

  expect([width, height]).toEqual([2000, 333]);
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'an SVG after an XML declaration',
    Buffer.from('<?xml version="1.0"?><svg width="9" height="9"/>'),
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a ZIP', Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaa')],
  ['a BMP', Buffer.from('BM\0\0\0\0\0\0\0\0')],
  ['a TIFF', Buffer.from('II*\0\0\0\0\0')],
  ['plain text', Buffer.from('hello')],
  ['one byte', Buffer.from([0xff])],
])('refuses %s', async (_, source) => {
  expect(await refusal(source)).toBe(messages.picture.imageFormat);
});

test('refuses valid TIFF and GIF pictures', async () => {
  expect(await refusal(await picture('tiff'))).toBe(messages.picture.imageFormat);
  expect(await refusal(await picture('gif'))).toBe(messages.picture.imageMoving);
});

test('explains what to send instead of a HEIC picture', async () => {
  const source = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(200),
  ]);

  expect(await refusal(source)).toBe(messages.picture.imageHeic);
});

test('refuses animated pictures', async () => {
  const frames = Buffer.alloc(8 * 16 * 3);
  frames.fill(255, frames.length / 2);
  const webp = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  const apng = withPngChunk(await picture('png'), 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const avis = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypavis\0\0\0\0avifavis'),
    Buffer.alloc(200),
  ]);

  const refusals = [await refusal(webp), await refusal(apng), await refusal(avis)];

  expect(refusals).toEqual(Array(3).fill(messages.picture.imageMoving));
});

test.each([
  [30_000, 30_000],
  [50_000_001, 1],
  [2_147_483_647, 2_147_483_647],
])('refuses a PNG whose header declares %i × %i pixels, unread', async (width, height) => {
  const before = process.memoryUsage().rss;

  const message = await refusal(declaredPng(width, height));

  expect([messages.picture.imagePixels, messages.picture.imageBroken]).toContain(message);
  if (width === 30_000) expect(message).toBe(messages.picture.imagePixels);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('refuses a %s cut in half', async (format) => {
  const whole = await picture(format, { width: 640, height: 480 });

  expect(await refusal(whole.subarray(0, whole.length / 2))).toBe(messages.picture.imageBroken);
});

test('does not inflate text compressed a thousandfold in a picture', async () => {
  const bomb = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(400_000_000)),
  ]);
  const source = withPngChunk(await picture('png'), 'zTXt', bomb);
  const before = process.memoryUsage().rss;

  await stillPicture(source);

  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test('drops everything attached to a picture', async () => {
  const payload = '<script>alert(document.domain)</script>PK\u0003\u0004';
  const jpeg = await picture('jpeg');
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, payload.length + 2]),
    Buffer.from(payload, 'latin1'),
    jpeg.subarray(2),
  ]);
  const png = withPngChunk(
    await picture('png'),
    'tEXt',
    Buffer.from(`Comment\0${payload}`, 'latin1'),
  );
  const sources = [
    comment,
    png,
    Buffer.concat([jpeg, Buffer.from(payload, 'latin1')]),
    Buffer.concat([await picture('webp'), Buffer.from(payload, 'latin1')]),
  ];

  for (const source of sources) {
    expect(source.includes('alert(document.domain)')).toBe(true);
    expect((await made(source)).bytes.includes('alert(document.domain)')).toBe(false);
  }
});

test('never renders an SVG behind the first bytes of another format', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const heads = [
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from('RIFF\0\0\0\0WEBP'),
    Buffer.from('\0\0\0\u0018ftypavif\0\0\0\0avifmif1'),
  ];

  for (const head of heads) {
    const message = await refusal(Buffer.concat([head, svg]));
    expect([messages.picture.imageBroken, messages.picture.imageFormat]).toContain(message);
  }
});

test('refuses or converts damaged pictures without an exception', async () => {
  const sources = [await picture('jpeg'), await picture('png'), await picture('webp')];

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 }),
      async (source, changes) => {
        const damaged = Buffer.from(source);
        for (const [place, value] of changes) damaged[place % damaged.length] = value;
        expect(['made', 'refused']).toContain((await stillPicture(damaged)).kind);
      },
    ),
    { numRuns: 150 },
  );
});
