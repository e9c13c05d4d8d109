import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { layouts } from '#contract/shop/cloth-view.ts';
import { ClothPattern } from '#features/cloth-bench/cloth-pattern.tsx';

/** The pictures of a cloth whose repeat is this large, as attributes. */
function picturesOf(layout: (typeof layouts)[number], width: number, height: number) {
  const svg = renderToStaticMarkup(
    createElement(ClothPattern, { id: 'cloth', href: 'x', layout, repeat: { width, height } }),
  );
  const numbers = (name: string) =>
    [...svg.matchAll(new RegExp(`<image[^>]* ${name}="([^"]+)"`, 'g'))].map(([, text]) =>
      Number(text),
    );
  return {
    xs: numbers('x'),
    ys: numbers('y'),
    widths: numbers('width'),
    heights: numbers('height'),
  };
}

test.each([0.5, 1, 1.25, 2])(
  'pictures overlap by a pixel of a screen with ratio %d at every scale',
  (ratio) => {
    vi.stubGlobal('devicePixelRatio', ratio);
    for (const layout of layouts) {
      for (const [width, height] of [
        [173.3, 150.8],
        [41.37, 36],
        [900, 1200],
      ] as const) {
        const { xs, ys, widths, heights } = picturesOf(layout, width, height);
        expect(xs.length).toBeGreaterThan(0);
        for (const x of xs) expect(-x * width * ratio).toBeCloseTo(1);
        for (const y of ys) expect(-y * height * ratio).toBeCloseTo(1);
        for (const wide of widths) expect((wide - 1) * width * ratio).toBeCloseTo(2);
        for (const high of heights) expect((high - 1) * height * ratio).toBeCloseTo(2);
      }
    }
  },
);
