import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterOfThumbs,
  priceParameters,
  sliderEnds,
  thumbsOf,
} from '#features/catalogue/price-bounds.ts';

const overall = { minPrice: 4, maxPrice: 48.5 };

describe('what is sent', () => {
  test('sends a minimum only when it is above 0 (Q14)', () => {
    expect(priceParameters({ minPrice: 5, maxPrice: null }, overall)).toEqual({ minPrice: '5' });
    expect(priceParameters({ minPrice: 0, maxPrice: null }, overall)).toEqual({});
    expect(priceParameters({ minPrice: null, maxPrice: null }, overall)).toEqual({});
  });

  test('sends a maximum only when it is above 0 and below the overall maximum (Q14)', () => {
    expect(priceParameters({ minPrice: null, maxPrice: 48.49 }, overall)).toEqual({
      maxPrice: '48.49',
    });
    expect(priceParameters({ minPrice: null, maxPrice: 48.5 }, overall)).toEqual({});
    expect(priceParameters({ minPrice: null, maxPrice: 500 }, overall)).toEqual({});
    expect(priceParameters({ minPrice: null, maxPrice: 0 }, overall)).toEqual({});
  });

  test('sends each bound under its own rule (Q14)', () => {
    expect(priceParameters({ minPrice: 5, maxPrice: 100 }, overall)).toEqual({ minPrice: '5' });
    expect(priceParameters({ minPrice: 0, maxPrice: 20 }, overall)).toEqual({ maxPrice: '20' });
  });
});

describe('the slider', () => {
  test("ends at whole dollars around the catalogue's prices", () => {
    expect(sliderEnds(overall)).toEqual({ minPrice: 4, maxPrice: 49 });
    expect(sliderEnds({ minPrice: 7, maxPrice: 7 })).toEqual({ minPrice: 7, maxPrice: 8 });
  });

  test('sets no limit for a thumb at its end', () => {
    const ends = sliderEnds(overall);
    expect(filterOfThumbs(ends, ends)).toEqual({ minPrice: null, maxPrice: null });
    expect(filterOfThumbs({ minPrice: 10, maxPrice: 49 }, ends)).toEqual({
      minPrice: 10,
      maxPrice: null,
    });
  });

  test('sorts crossed prices and clamps them', () => {
    const ends = sliderEnds(overall);
    expect(filterOfThumbs({ minPrice: 30, maxPrice: 10 }, ends)).toEqual({
      minPrice: 10,
      maxPrice: 30,
    });
    expect(filterOfThumbs({ minPrice: -5, maxPrice: 9999 }, ends)).toEqual({
      minPrice: null,
      maxPrice: null,
    });
  });

  test('restores the thumbs from their filter', () => {
    const ends = { minPrice: 0, maxPrice: 100 };
    const thumb = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(thumb, thumb, (one, other) => {
        const thumbs = { minPrice: Math.min(one, other), maxPrice: Math.max(1, one, other) };
        expect(thumbsOf(filterOfThumbs(thumbs, ends), ends)).toEqual(thumbs);
      }),
    );
  });
});
