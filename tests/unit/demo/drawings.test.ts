import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoStudio } from '#demo/studio.ts';
import { colorWords } from '#server/designs/imports/tag-vocabulary.ts';
import { sample } from '#tests/support/sample.ts';
import { render, seamExcess } from './seam.ts';
import { shades, shadesOf } from './shades.ts';

const { products, featured } = demoStudio;
const sampled = sample(products, 4);
const pictures = [
  ...sampled.flatMap(({ slug, previews, files }) => [
    ...previews.map((draw, index) => ({ name: `${slug} preview ${index + 1}`, draw })),
    ...files,
  ]),
  ...featured.map(({ altText, draw }) => ({ name: altText, draw })),
];

/** Half a second on an idle machine, many more while everything runs at once. */
const slow = 120_000;

type Draw = () => string;

/** Each picture's SVG: drawing them takes as long as all that is checked of them. */
const drawn = new Map<Draw, string>();
function svgOf(draw: Draw | undefined): string {
  if (!draw) return '';
  const svg = drawn.get(draw) ?? draw();
  drawn.set(draw, svg);
  return svg;
}

beforeAll(() => {
  for (const { draw } of pictures) drawn.set(draw, draw());
}, slow);

async function pixelsOf(svg: string, size: number): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).resize(size, size, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
}

describe('drawings', () => {
  test(
    'come out the same every time',
    () => {
      const changed = pictures.filter(({ draw }) => draw() !== svgOf(draw));
      expect(changed.map(({ name }) => name)).toEqual([]);
    },
    slow,
  );

  test('consist of whole numbers, paths and colours, without text that needs a font', () => {
    const broken = /NaN|undefined|null|Infinity|<text|<image|<script/;
    const found = pictures.filter(({ draw }) => broken.test(svgOf(draw)));
    expect(found.map(({ name, draw }) => `${name}: ${broken.exec(svgOf(draw))}`)).toEqual([]);
  });

  test('are smaller than a megabyte', () => {
    const large = pictures.filter(({ draw }) => svgOf(draw).length > 1_000_000);
    expect(large.map(({ name }) => name)).toEqual([]);
  });

  test('leave the background of clip art and logos transparent', async () => {
    const cutouts = /^(one-sleepy-fox|winter-window-set|moonmilk-(logo|text-logo|watermark)).*png$/;
    for (const { name, draw } of pictures.filter((picture) => cutouts.test(picture.name))) {
      const alpha = (await pixelsOf(svgOf(draw), 40)).filter((_, index) => index % 4 === 3);
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
      thumbnails.set(slug, await pixelsOf(svgOf(previews[0]), side));
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

describe('seamless repeats', () => {
  /** A multiple of most grids, so that the edges of squares fall on pixel edges in every tile. */
  const size = 240;
  const repeatsOf = (of: typeof products) =>
    of.flatMap(({ files }) =>
      files.filter(({ width, height }) => width === 2800 && height === 2800),
    );

  test.each(repeatsOf(sampled))('$name tiles without a seam', async ({ draw }) => {
    expect(seamExcess(await render(svgOf(draw), size))).toBeLessThan(0);
  });

  test('detects the seam of a tile cut too small', async () => {
    const cut = [
      'foxglove-nap.png',
      'midnight-trellis.png',
      'seven-small-seas.png',
      'bee-line.png',
    ];
    for (const { name, draw } of repeatsOf(products).filter((file) => cut.includes(file.name))) {
      const cropped = svgOf(draw).replace('viewBox="0 0 1000 1000"', 'viewBox="0 0 937 959"');
      expect(seamExcess(await render(cropped, size)), name).toBeGreaterThan(0);
    }
  });
});

test(
  'a design names only colours that its files have',
  async () => {
    const untrue: string[] = [];
    for (const { slug, files, keywords } of sampled) {
      const found = (await Promise.all(files.map(({ draw }) => shadesOf(svgOf(draw))))).flat();
      for (const word of keywords.color) {
        expect(colorWords.has(word), word).toBe(true);
        const share = found.filter((shade) => shades[word]?.(shade)).length / found.length;
        if (share < 0.01) untrue.push(`${slug} ${word} ${share.toFixed(4)}`);
      }
    }
    expect(untrue).toEqual([]);
  },
  slow,
);
