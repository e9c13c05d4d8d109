import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { miniaturePixels } from '#contract/shop/miniature.ts';
import { imageFormats, imageWidths } from '#contract/shop/paths.ts';
import { originalPng } from '#server/designs/files/original-png.ts';
import { makePreviews } from '#server/designs/files/previews.ts';
import { openDiskStore } from '#server/platform/files/disk.ts';
import { rgbProfile } from '#tests/support/color-profiles.ts';
import { cICP, gAMA, iCCP, pngOf, sRGB } from '#tests/support/png-file.ts';

const directory = await mkdtemp(join(tmpdir(), 'pinwheel-previews-'));
const store = await openDiskStore(directory);

afterAll(() => rm(directory, { recursive: true }));

/** A drawing of one colour. */
const plain = (color: string, width = 600, height = width) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 60 60" preserveAspectRatio="none"><rect width="60" height="60" fill="${color}"/></svg>`;

async function preview(hash: string, width: number, format: string): Promise<Buffer> {
  const found = await store.readPreview(`${hash}/${width}.${format}`);
  if (!found) throw new Error(`there is no ${width}.${format}`);
  return Buffer.from(found.bytes);
}

/** How far apart the lightest and darkest pixel of a picture are, 0 to 255. */
async function spread(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).stats();
  return Math.max(...channels.map(({ min, max }) => max - min));
}

test('makes every size in every format from one drawing', async () => {
  const { hash, width, height } = await makePreviews(store, Buffer.from(plain('#c2215f')));

  expect([width, height]).toEqual([1200, 1200]);
  for (const wanted of imageWidths) {
    for (const format of imageFormats) {
      const metadata = await sharp(await preview(hash, wanted, format)).metadata();
      expect([metadata.width, metadata.height]).toEqual([wanted, wanted]);
      expect(metadata.format).toBe(format === 'avif' ? 'heif' : 'webp');
    }
  }
});

test('watermarks only what is wider than 320 px', async () => {
  const { hash } = await makePreviews(store, Buffer.from(plain('#8a7f80')));

  const spreads = await Promise.all(
    imageWidths.map(async (width) => spread(await preview(hash, width, 'webp'))),
  );

  expect(spreads[0]).toBeLessThan(12);
  expect(spreads[1]).toBeGreaterThan(25);
  expect(spreads[2]).toBeGreaterThan(25);
});

test.each(['#ffffff', '#101010'])(
  'the watermark is visible on %s and covers little of it',
  async (color) => {
    const { hash } = await makePreviews(store, Buffer.from(plain(color)));

    const { data } = await sharp(await preview(hash, 640, 'webp'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });

    const ground = color === '#ffffff' ? 255 : 16;
    const marked = data.filter((value) => Math.abs(value - ground) > 12).length / data.length;
    expect(marked).toBeGreaterThan(0.01);
    expect(marked).toBeLessThan(0.35);
  },
);

test('returns the mean colour', async () => {
  const { color } = await makePreviews(store, Buffer.from(plain('#3a7f40')));

  expect(color).toBe('#3a7f40');
});

const sixteen = { depth: 16, chunks: [iCCP(rgbProfile('sRGB', 'srgb'))] } as const;

// The second as Chromium 156 draws it.
test.each([
  ['of 16 bits with a profile', [255, 0, 0], sixteen, 'ff0000'],
  ['in Display P3 by cICP', [200, 100, 50], { chunks: [cICP(12, 13)] }, 'd75d1f'],
  ['of 8 bits', [200, 100, 50], {}, 'c86432'],
] as const)('shows a picture %s in its colours, at every width', async (_, rgb, more, wanted) => {
  const { hash, color, swatches } = await makePreviews(store, pngOf(rgb, { type: 'rgb', ...more }));

  expect([color, swatches]).toEqual([`#${wanted}`, `${wanted}f`]);
  for (const width of imageWidths) {
    for (const format of imageFormats) {
      const { channels } = await sharp(await preview(hash, width, format)).stats();
      const differences = channels.map(({ mean }, place) =>
        Math.abs(mean - (Buffer.from(wanted, 'hex')[place] ?? 0)),
      );
      // The watermark covers a little of the wider ones.
      expect(Math.max(...differences)).toBeLessThan(width === 320 ? 6 : 40);
    }
  }
});

test('gives previews an address of their own only where they are decoded in another way than before', async () => {
  const addressOf = (source: Buffer) =>
    createHash('sha256').update('preview-1').update(source).digest('hex');
  const same = pngOf([9, 99, 199], { type: 'rgb', chunks: [sRGB, gAMA(2.2)] });
  const other = pngOf([9, 99, 199], { type: 'rgb', chunks: [gAMA(1)] });
  expect((await makePreviews(store, same)).hash).toBe(addressOf(same));
  expect((await makePreviews(store, other)).hash).not.toBe(addressOf(other));
  const hdr = pngOf([9, 99, 199], { type: 'rgb', chunks: [cICP(9, 16)] });
  const earlier = createHash('sha256').update('preview-2').update(hdr).digest('hex');
  expect((await makePreviews(store, hdr)).hash).not.toBe(earlier);
});

/** Art on transparency, drawn on 900 by 900 and half as large, which is encoded in half the time. */
const onTransparency = (art: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="450" height="450" viewBox="0 0 900 900">${art}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const disc = (fill: string, radius: number, more = '') =>
  onTransparency(`<circle cx="450" cy="450" r="${radius}" fill="${fill}"/>${more}`);

test.each([
  ['a disc', () => disc('#d02020', 300), '#d02020', 'd02020f'],
  ['a small disc', () => disc('#d02020', 9), '#d02020', 'd02020f'],
  ['a white disc', () => disc('#ffffff', 300), '#ffffff', 'fffffff'],
  ['a translucent disc, on white', () => disc('rgba(208,32,32,.5)', 300), '#e68e8e', 'e68e8ef'],
  ['nothing', () => disc('none', 300), '#ffffff', ''],
] as const)('the colours of a cut-out are those of %s', async (_, art, color, swatches) => {
  const made = await makePreviews(store, await art());
  expect([made.color, made.swatches]).toEqual([color, swatches]);
});

test('counts each colour of a cut-out by the art that it covers', async () => {
  const half = '<path d="M450 150a300 300 0 0 1 0 600z" fill="#2020d0"/>';
  const { swatches } = await makePreviews(store, await disc('#d02020', 300, half));
  expect(swatches).toMatch(/^(d02020[78]2020d0[78]|2020d0[78]d02020[78])$/);
});

test('puts a cut-out on white', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="90" fill="#c2215f"/></svg>';
  const { hash } = await makePreviews(store, await originalPng(svg, 1300, 1300));

  const { data, info } = await sharp(await preview(hash, 320, 'webp'))
    .raw()
    .toBuffer({ resolveWithObject: true });

  expect(info.channels).toBe(3);
  expect([...data.subarray(0, 3)].every((value) => value > 250)).toBe(true);
});

test('the miniature of a cut-out is of its preview, without a dark rim', async () => {
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect x="270" y="270" width="360" height="360" fill="#102040"/></svg>';
  const { color, miniature } = await makePreviews(store, await originalPng(square, 900, 900));
  expect(color).toBe('#102040');
  const pixels = [...(miniaturePixels(miniature, 15, 15) ?? [])];
  const at = (x: number, y: number) => pixels.slice((y * 15 + x) * 3, (y * 15 + x) * 3 + 3);
  for (const [x, y] of [
    [0, 0],
    [14, 0],
    [0, 7],
    [7, 14],
  ] as const) {
    expect(Math.min(...at(x, y))).toBeGreaterThan(215);
  }
  expect(Math.max(...at(7, 7))).toBeLessThan(100);
});

test('the miniature of white art is on the ground of its preview', async () => {
  const { miniature } = await makePreviews(store, await cutOut('#ffffff'));
  const [corner] = miniaturePixels(miniature, 16, 16) ?? [];
  expect(Math.abs((corner ?? 255) - 0x6f)).toBeLessThan(24);
});

/** A ring, maybe with an outline. */
const cutOut = (fill: string, more = '') =>
  onTransparency(
    `<circle cx="450" cy="450" r="260" fill="none" stroke="${fill}" stroke-width="60"/>${more}`,
  );

const outline = '<circle cx="450" cy="450" r="290" fill="none" stroke="#333" stroke-width="8"/>';

test.each([
  ['white art', '#ffffff', '', 'dark'],
  ['cream art', '#fffbef', '', 'dark'],
  ['faint white art', 'rgba(255,255,255,.6)', '', 'dark'],
  ['pastel art', '#ffd9e4', '', 'white'],
  ['yellow art', '#ffff00', '', 'white'],
  ['black art', '#000000', '', 'white'],
  ['white art with an outline', '#ffffff', outline, 'white'],
  ['no art', 'none', '', 'none'],
] as const)('puts %s where it can be seen', async (_, fill, more, ground) => {
  const made = await makePreviews(store, await cutOut(fill, more));

  expect(made.ground).toBe(ground);
  const isSeen = (await spread(await preview(made.hash, 320, 'webp'))) > 20;
  expect(isSeen).toBe(ground !== 'none');
});

test('gives previews on another ground an address of their own', async () => {
  const art = await cutOut('#ffffff');
  const onWhite = createHash('sha256').update('preview-1').update(art).digest('hex');
  const dark = await makePreviews(store, art);
  expect(dark.hash).not.toBe(onWhite);
});

test.each([
  [120, 17_000, 116, 16_383],
  [70, 37_000, 31, 16_383],
  [60, 20_000, 49, 16_383],
  [3, 40_000, 1, 16_383],
  [20_000, 60, 1200, 4],
  [40_000, 3, 1200, 1],
  [90, 16_000, 90, 16_000],
])('makes previews of a strip of %i × %i px', async (width, height, made, tall) => {
  const create = { width, height, channels: 3, background: '#c9a9ff' } as const;
  const strip = await sharp({ create }).png().toBuffer();

  const previewed = await makePreviews(store, strip);

  expect([previewed.width, previewed.height]).toEqual([made, tall]);
  for (const format of imageFormats) {
    const metadata = await sharp(await preview(previewed.hash, 1200, format)).metadata();
    expect([metadata.width, metadata.height]).toEqual([made, tall]);
  }
});

test('limits the height of a strip that is stored on its side', async () => {
  const create = { width: 20_000, height: 60, channels: 3, background: '#c9a9ff' } as const;
  const strip = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();

  expect(await makePreviews(store, strip)).toMatchObject({ width: 49, height: 16_383 });
});

test('does not enlarge a small picture, and keeps its proportions', async () => {
  const png = await sharp(Buffer.from(plain('#445566', 500, 250)))
    .png()
    .toBuffer();

  const { hash, width, height } = await makePreviews(store, png);

  expect([width, height]).toEqual([500, 250]);
  const metadata = await sharp(await preview(hash, 1200, 'webp')).metadata();
  expect([metadata.width, metadata.height]).toEqual([500, 250]);
});

test('renders a small drawing at large size instead of enlarging it', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><rect width="30" height="30" fill="#fff"/><rect width="15" height="30" fill="#000"/></svg>';

  const { hash, width } = await makePreviews(store, Buffer.from(svg));

  expect(width).toBe(1200);
  const row = await sharp(await preview(hash, 320, 'webp'))
    .extract({ left: 0, top: 160, width: 320, height: 1 })
    .greyscale()
    .raw()
    .toBuffer();
  expect(row.filter((value) => value > 60 && value < 195).length).toBeLessThanOrEqual(4);
});

test('the same source has the same hash, another one a different hash', async () => {
  const [first, again, other] = await Promise.all(
    ['#111111', '#111111', '#111112'].map((color) =>
      makePreviews(store, Buffer.from(plain(color, 60))),
    ),
  );

  expect(first).toEqual(again);
  expect(other?.hash).not.toBe(first?.hash);
});

test("refuses what isn't a picture", async () => {
  await expect(makePreviews(store, Buffer.from('not a picture'))).rejects.toThrow();
});

test('an original has exactly the requested size, at 350 DPI, with its transparency', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="100" fill="#1c7470"/></svg>';

  const png = await originalPng(svg, 1750, 1400);

  const { format, width, height, density, hasAlpha } = await sharp(png).metadata();
  expect({ format, width, height, density, hasAlpha }).toEqual({
    format: 'png',
    width: 1750,
    height: 1400,
    density: 350,
    hasAlpha: true,
  });
});

test('an original stores 350 DPI in the chunk that print programs read', async () => {
  const png = await originalPng(plain('#ffffff'), 200, 200);

  const at = png.indexOf('pHYs');
  expect(at).toBeGreaterThan(0);
  // 350 px per inch are 13,780 px per metre.
  expect(png.readUInt32BE(at + 4)).toBe(13_780);
  expect(png.readUInt32BE(at + 8)).toBe(13_780);
  expect(png[at + 12]).toBe(1);
});
