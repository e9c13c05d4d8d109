import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goesWith, harmonyWith, hasColor } from '#contract/catalogue/color-match.ts';
import { createListing } from '#contract/catalogue/listing.ts';
import {
  distance,
  hexOf,
  labOf,
  labOfHex,
  readSwatches,
  swatchesOf,
} from '#contract/catalogue/swatches.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';

/** Pixels of these colours, each as often as said. */
function picture(...parts: readonly (readonly [hex: string, pixels: number])[]): Uint8Array {
  return Uint8Array.from(
    parts
      .flatMap(([hex, pixels]) =>
        Array.from({ length: pixels }, () => [...Buffer.from(hex, 'hex')]),
      )
      .flat(),
  );
}

const channel = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(channel, channel, channel);
const hexes = (text: string) => readSwatches(text).map(({ hex }) => hex);

describe('OKLab', () => {
  test('has the published values of red, green and blue', () => {
    for (const [hex, lightness, a, b] of [
      ['ff0000', 0.628, 0.2249, 0.1258],
      ['00ff00', 0.8664, -0.2339, 0.1795],
      ['0000ff', 0.452, -0.0324, -0.3115],
    ] as const) {
      const lab = labOfHex(hex);
      expect(lab.lightness).toBeCloseTo(lightness, 3);
      expect(lab.a).toBeCloseTo(a, 3);
      expect(lab.b).toBeCloseTo(b, 3);
    }
  });

  test('returns every colour of a screen as it was', () => {
    fc.assert(
      fc.property(color, (rgb) => {
        const hex = `#${Buffer.from(rgb).toString('hex')}`;
        expect(hexOf(labOf(...rgb))).toBe(hex);
      }),
    );
  });
});

describe('the swatches of a picture', () => {
  test('are its main colours, most of it first', () => {
    const swatches = readSwatches(
      swatchesOf(picture(['f8f1de', 600], ['c8323c', 300], ['2f9e8f', 100])),
    );

    expect(swatches.map(({ hex, weight }) => [hex, weight])).toEqual([
      ['#f8f1de', 9],
      ['#c8323c', 5],
      ['#2f9e8f', 2],
    ]);
  });

  test('count shades of a colour as one', () => {
    const text = swatchesOf(picture(['3566b0', 100], ['3869b3', 100], ['3a6bb5', 100]));

    expect(readSwatches(text)).toHaveLength(1);
  });

  test('are at most five, in at most 40 bytes, and can be read, whatever the picture', () => {
    fc.assert(
      fc.property(fc.array(color, { maxLength: 200 }), (pixels) => {
        const text = swatchesOf(Uint8Array.from(pixels.flat()));
        expect(text).toMatch(/^([0-9a-f]{6}[1-9a-f]){0,5}$/);
        expect(readSwatches(text).length).toBe(text.length / 7);
      }),
    );
  });

  test('are none of an empty picture', () => {
    expect(swatchesOf(new Uint8Array())).toBe('');
    expect(readSwatches('')).toEqual([]);
  });
});

describe('matching', () => {
  test('finds a colour in shades of it, and not in others', () => {
    const navy = readSwatches('23355cf');

    expect(hasColor(navy, labOfHex('2a3f6b'))).toBe(true);
    expect(hasColor(navy, labOfHex('c8323c'))).toBe(false);
    expect(hasColor(navy, labOfHex('f8f1de'))).toBe(false);
  });

  test('ignores what covers a hair of a design', () => {
    expect(hasColor(readSwatches('f8f1deec8323c1'), labOfHex('c8323c'))).toBe(false);
  });

  test('finds that a palette goes best with itself', () => {
    fc.assert(
      fc.property(fc.array(color, { minLength: 1, maxLength: 60 }), (pixels) => {
        const own = readSwatches(swatchesOf(Uint8Array.from(pixels.flat())));
        expect(harmonyWith(own)(own)).toBeCloseTo(1, 6);
      }),
    );
  });

  test('prefers shared colours, and among equals the same designer', () => {
    const of = (text: string, ...designers: string[]) => ({
      swatches: readSwatches(text),
      designers,
      categories: [],
    });
    const score = goesWith(of('23355ccf2c94c3', 'Juniper'));

    expect(score(of('f2c94c923355c6', 'Mia'))).toBeGreaterThan(score(of('c8323cf', 'Juniper')));
    expect(score(of('23355cf', 'Juniper'))).toBeGreaterThan(score(of('23355cf', 'Mia')));
  });
});

test('a listing finds designs that go with one, without itself and without clashing ones', () => {
  const products = [
    makeProduct({ _id: 'a', swatches: '23355ccf2c94c3' }),
    makeProduct({ _id: 'b', swatches: '23355caf8f1de5' }),
    makeProduct({ _id: 'c', swatches: '23355ccf2c94c3' }),
    makeProduct({ _id: 'd', swatches: 'c8323cf' }),
    makeProduct({ _id: 'e' }),
  ];
  const [own] = products;

  const found = own ? createListing(products).goingWith(own, 8) : [];

  expect(found.map(({ _id }) => _id)).toEqual(['c', 'b']);
});

test('designs of the same collection come first, the best of them before the others', () => {
  const products = [
    makeProduct({ _id: 'a', swatches: '23355ccf2c94c3' }),
    makeProduct({ _id: 'b', swatches: '23355caf8f1de5' }),
    makeProduct({ _id: 'c', swatches: '23355ccf2c94c3' }),
    makeProduct({ _id: 'd', swatches: 'c8323cf' }),
  ];
  const [own] = products;

  const found = own ? createListing(products).goingWith(own, 8, ['d', 'b', 'a']) : [];

  expect(found.map(({ _id }) => _id)).toEqual(['b', 'd', 'c']);
});

test('lists what it read', () => {
  expect(hexes('c8323cf3566b01')).toEqual(['#c8323c', '#3566b0']);
  expect(distance(labOfHex('000000'), labOfHex('ffffff'))).toBeCloseTo(1, 2);
});
