import fc from 'fast-check';
import { expect, test } from 'vitest';
import { miniatureOf, miniaturePixels, miniatureSide } from '#contract/shop/miniature.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** The pixels of a square whose colour at each place, 0 to 1 across and down, is given. */
function square(colorAt: (across: number, down: number) => Rgb): Uint8Array {
  const places = Array.from({ length: miniatureSide }, (_, at) => (at + 0.5) / miniatureSide);
  return Uint8Array.from(places.flatMap((down) => places.flatMap((x) => colorAt(x, down))));
}

/** What is drawn of a square, row by row. */
function drawn(colorAt: (across: number, down: number) => Rgb, size = 16): Rgb[] {
  const miniature = miniatureOf(square(colorAt));
  expect(miniature).toMatch(/^[A-Za-z0-9+/]{28}$/);
  const pixels = miniaturePixels(miniature, size, size) ?? [];
  return Array.from({ length: size * size }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.slice(at * 3, at * 3 + 3);
    return [red, green, blue];
  });
}

const difference = (one: Rgb, other: Rgb) =>
  Math.max(...one.map((value, channel) => Math.abs(value - (other[channel] ?? 0))));
const greatest = (pixels: readonly Rgb[], wanted: Rgb) =>
  Math.max(...pixels.map((pixel) => difference(pixel, wanted)));

test('one colour stays exactly as it is', () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (color) => {
      expect(
        greatest(
          drawn(() => color),
          color,
        ),
      ).toBeLessThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
});

test('greys stay grey', () => {
  const pixels = drawn((across, down) => {
    const grey = Math.round(255 * across * down);
    return [grey, grey, grey];
  });
  for (const [red, green, blue] of pixels) {
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(1);
  }
});

const places = Array.from({ length: 256 }, (_, at) => ({
  across: ((at % 16) + 0.5) / 16,
  down: (Math.floor(at / 16) + 0.5) / 16,
}));

test.each<[string, (across: number, down: number) => Rgb]>([
  ['from left to right', (across) => [200 * across, 40, 250 - 200 * across]],
  ['from top to bottom', (_, down) => [20 + 90 * down, 60, 30]],
  ['across both', (across, down) => [240 * across, 240 * down, 120]],
])('draws colours that change %s', (_, colorAt) => {
  const pixels = drawn(colorAt);
  const differences = places.map(({ across, down }, at) =>
    difference(pixels[at] ?? [0, 0, 0], colorAt(across, down)),
  );
  expect(Math.max(...differences)).toBeLessThan(32);
});

test('dark parts stay dark and without colour beside bright ones', () => {
  const pixels = drawn((across) => (across < 0.5 ? [12, 12, 14] : [250, 230, 60]));
  const dark = pixels.filter((_, at) => (places[at]?.across ?? 1) < 0.25);
  expect(greatest(dark, [12, 12, 14])).toBeLessThan(24);
});

test('art in the middle of white has no rim, and the corners stay white', () => {
  const pixels = drawn((across, down) =>
    Math.hypot(across - 0.5, down - 0.5) < 0.25 ? [20, 20, 20] : [255, 255, 255],
  );
  const outside = pixels.filter((_, at) => {
    const { across, down } = places[at] ?? { across: 0, down: 0 };
    return Math.max(Math.abs(across - 0.5), Math.abs(down - 0.5)) > 0.45;
  });
  expect(greatest(outside, [255, 255, 255])).toBeLessThan(20);
  expect(greatest(pixels.slice(7 * 16 + 7, 7 * 16 + 9), [20, 20, 20])).toBeLessThan(60);
});

test('leaves out changes that nobody sees', () => {
  const fine = square((across) => [120, 130, Math.floor(across * 32) % 2 === 0 ? 140 : 141]);
  const [plain, striped] = [square(() => [120, 130, 141]), fine].map(miniatureOf);
  expect(striped).toBe(plain);
});

test('follows the proportions that it is drawn in', () => {
  const miniature = miniatureOf(square((across) => (across < 0.5 ? [0, 0, 0] : [255, 255, 255])));
  const wide = [...(miniaturePixels(miniature, 16, 1) ?? [])];
  const tall = [...(miniaturePixels(miniature, 1, 16) ?? [])];
  expect([wide.length, tall.length]).toEqual([48, 48]);
  expect([wide.at(0), wide.at(-1)]).toEqual([expect.closeTo(0, -1.5), expect.closeTo(255, -1.5)]);
  expect(new Set(tall).size).toBe(1);
});

test.each(['', 'AAAA', 'not a miniature at all!!', 'A'.repeat(29), 'é'.repeat(28)])(
  'draws nothing for “%s”',
  (text) => {
    expect(miniaturePixels(text, 16, 16)).toBeNull();
  },
);
