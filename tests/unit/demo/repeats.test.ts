import { describe, expect, test } from 'vitest';
import { demoStudio } from '#demo/studio.ts';
import { render, seamExcess } from './seam.ts';

const repeats = demoStudio.products.flatMap((product) =>
  product.files.filter(({ width, height }) => width === 2800 && height === 2800),
);

/** A multiple of most grids, so that the edges of squares fall on pixel edges in every tile. */
const size = 240;

describe('seamless repeats', () => {
  test.each(repeats)('$name tiles without a seam', async ({ draw }) => {
    expect(seamExcess(await render(draw(), size))).toBeLessThan(0);
  });

  test('detects the seam of a tile cut too small', async () => {
    const cut = [
      'foxglove-nap.png',
      'midnight-trellis.png',
      'seven-small-seas.png',
      'bee-line.png',
    ];
    for (const { name, draw } of repeats.filter((file) => cut.includes(file.name))) {
      const cropped = draw().replace('viewBox="0 0 1000 1000"', 'viewBox="0 0 937 959"');
      expect(seamExcess(await render(cropped, size)), name).toBeGreaterThan(0);
    }
  });
});
