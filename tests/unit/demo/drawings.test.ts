import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoStudio } from '#demo/studio.ts';

const { products, featured } = demoStudio;
const pictures = [
  ...products.flatMap(({ slug, previews, files }) => [
    ...previews.map((draw, index) => ({ name: `${slug} preview ${index + 1}`, draw })),
    ...files,
  ]),
  ...featured.map(({ altText, draw }) => ({ name: altText, draw })),
];

/** Half a second on an idle machine, many more while everything runs at once. */
const slow = 60_000;

async function pixelsOf(svg: string, size: number): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).resize(size, size, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
}

describe('drawings', () => {
  const drawn = new Map<string, string>();

  beforeAll(() => {
    for (const { name, draw } of pictures) drawn.set(name, draw());
  }, slow);

  test(
    'come out the same every time',
    () => {
      const changed = pictures.filter(({ name, draw }) => draw() !== drawn.get(name));
      expect(changed.map(({ name }) => name)).toEqual([]);
    },
    slow,
  );

  test('consist of whole numbers, paths and colours, without text that needs a font', () => {
    const broken = /NaN|undefined|null|Infinity|<text|<image|<script/;
    const found = [...drawn].filter(([, svg]) => broken.test(svg));
    expect(found.map(([name, svg]) => `${name}: ${broken.exec(svg)}`)).toEqual([]);
  });

  test('are smaller than a megabyte', () => {
    const large = [...drawn].filter(([, svg]) => svg.length > 1_000_000);
    expect(large.map(([name]) => name)).toEqual([]);
  });

  test('leave the background of clip art and logos transparent', async () => {
    const cutouts = /^(one-sleepy-fox|winter-window-set|moonmilk-(logo|text-logo|watermark)).*png$/;
    for (const [name, svg] of [...drawn].filter(([key]) => cutouts.test(key))) {
      const alpha = (await pixelsOf(svg, 40)).filter((_, index) => index % 4 === 3);
      const corners = [0, 39, 40 * 39, 40 * 40 - 1].map((pixel) => alpha[pixel]);
      expect(corners, name).toEqual([0, 0, 0, 0]);
      expect(Math.max(...alpha), name).toBeGreaterThan(120);
    }
  });
});

describe('cards in the shop', () => {
  const side = 24;
  /** Mean difference per channel, 0 to 255, above which two cards look different. */
  const glance = 14;
  const thumbnails = new Map<string, Uint8Array>();

  beforeAll(async () => {
    for (const { slug, previews } of products) {
      thumbnails.set(slug, await pixelsOf(previews[0]?.() ?? '', side));
    }
  }, slow);

  function distance(one: Uint8Array, other: Uint8Array): number {
    const sum = one.reduce(
      (total, value, index) => total + Math.abs(value - (other[index] ?? 0)),
      0,
    );
    return sum / (side * side * 3);
  }

  test('look different at a glance', () => {
    const all = [...thumbnails];
    const alike = all.flatMap(([slug, thumbnail], index) =>
      all
        .slice(index + 1)
        .filter(([, other]) => distance(thumbnail, other) < glance)
        .map(([other]) => `${slug} and ${other}`),
    );
    expect(alike).toEqual([]);
  });

  test('would count as alike if one were only a little brighter', () => {
    const thumbnail = thumbnails.get('foxglove-nap') ?? new Uint8Array();
    const brighter = thumbnail.map((value) => Math.min(255, value + 10));
    expect(distance(thumbnail, brighter)).toBeLessThan(glance);
  });

  test('are filled from edge to edge', () => {
    for (const [slug, thumbnail] of thumbnails) {
      const isOpaque = thumbnail.every((value, index) => index % 4 !== 3 || value === 255);
      expect(isOpaque, slug).toBe(true);
    }
  });
});
