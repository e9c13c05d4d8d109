import { expect, it, test } from 'vitest';
import { zoomOf } from '#features/cloth-bench/page-zoom.ts';

const plain = { devicePixelRatio: 1, border: 1, pinch: 1, widths: null };
const zooms = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];

/** As WebKitGTK 2.50 writes it. */
const inPixels = (length: number) => Number.parseFloat(length.toPrecision(7));

it('finds the zoom by the thinnest border where devicePixelRatio leaves it out (WebKit)', () => {
  for (const devicePixelRatio of [1, 2, 3]) {
    for (const zoom of zooms) {
      const border = inPixels(1 / (zoom * devicePixelRatio));
      const found = zoomOf({ ...plain, devicePixelRatio, border }) ?? 0;
      expect(Math.abs(found / zoom - 1), `${devicePixelRatio} ${zoom}`).toBeLessThan(0.001);
    }
  }
});

it('adds nothing where devicePixelRatio includes the zoom, however borders are rounded', () => {
  for (const zoom of zooms) {
    for (const screen of [1, 1.25, 2, 2.75]) {
      const devicePixelRatio = screen * zoom;
      // Firefox rounds to a 60th of a pixel, Chromium to a 64th.
      for (const step of [60, 64]) {
        const border = Math.round(step / devicePixelRatio) / step;
        const found = zoomOf({ ...plain, devicePixelRatio, border }) ?? 0;
        expect(Math.abs(found - 1), `${devicePixelRatio} ${step}`).toBeLessThan(0.05);
      }
    }
  }
});

test.each([
  ['a browser that draws thinner borders than a dot', { border: 0.01 }, 1],
  ['a browser that draws no thin border', { border: 0 }, 1],
  ['a page enlarged by pinching', { pinch: 1.8 }, null],
  ['a phone whose page is as wide as its window', { widths: { window: 390, page: 390 } }, 1],
  ['a phone whose page is wider than its window', { widths: { window: 390, page: 459 } }, null],
])('%s', (_, facts, zoom) => {
  expect(zoomOf({ ...plain, ...facts })).toBe(zoom);
});
