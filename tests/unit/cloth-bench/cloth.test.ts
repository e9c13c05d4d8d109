import { expect, it } from 'vitest';
import { type ClothView, layouts } from '#contract/shop/cloth-view.ts';
import {
  boundPercent,
  clothViewPath,
  plainView,
  readView,
} from '#contract/shop/cloth-view-path.ts';
import { clothViewText } from '#contract/shop/cloth-view-text.ts';
import { parseSettings } from '#features/cloth-bench/bench-settings.ts';
import { clothUnits } from '#features/cloth-bench/cloth-layout.ts';
import { clothFigures, figuresText } from '#features/cloth-bench/measures.ts';
import { pinchedPercent } from '#features/cloth-bench/pinched-percent.ts';
import { card, pixelsPerInch } from '#features/cloth-bench/screen-scale.ts';

const id = 'a'.repeat(24);
const file = { name: 'a.png', bytes: 1, width: 2800, height: 2800, dpi: 350 };
const square = { tile: { width: 8, height: 8 }, files: [file] };

it('says the size of a repeat, how often it fits and how sharp it prints', () => {
  const figures = clothFigures(square, 91, 44);
  expect(figures && figuresText(figures, 44, 'in')).toBe(
    'The pattern repeats every 7.3\u00a0in, 6 times across 44\u00a0in. At 384\u00a0DPI it prints sharp.',
  );
});

it('says once, and that fewer than 150 dots print soft', () => {
  const figures = clothFigures({ tile: { width: 11, height: 11 }, files: [file] }, 400, 44);
  expect(figures && figuresText(figures, 44, 'in')).toBe(
    'The pattern repeats every 44\u00a0in, once across 44\u00a0in. At 63\u00a0DPI it prints soft.',
  );
});

it('never rounds repeats up to one that doesn’t fit', () => {
  expect(clothFigures({ ...square, tile: { width: 7.35, height: 8 } }, 100, 44)?.across).toBe(5.9);
  expect(clothFigures(square, 400, 44)?.across).toBe(1.3);
  expect(clothFigures({ ...square, tile: { width: 11, height: 11 } }, 100, 44)?.across).toBe(4);
});

it('measures in centimetres, and names both sides of an oblong repeat', () => {
  const figures = clothFigures({ tile: { width: 12, height: 8.5 }, files: [] }, 50, 60);
  expect(figures && figuresText(figures, 60, 'cm')).toBe(
    'The pattern repeats every 15.2\u00a0×\u00a010.8\u00a0cm, 10 times across 152.4\u00a0cm.',
  );
});

it('has no figures for what doesn’t repeat', () => {
  expect(clothFigures({ tile: null, files: [file] }, 100, 44)).toBeNull();
});

it('moves every second column by exactly half a repeat, or every second row', () => {
  const columns = clothUnits['half-drop'].pieces.filter(({ x }) => x === 1);
  expect(columns.map(({ y }) => y)).toEqual([-0.5, 0.5]);
  const rows = clothUnits['half-brick'].pieces.filter(({ y }) => y === 1);
  expect(rows.map(({ x }) => x)).toEqual([-0.5, 0.5]);
});

it('covers its unit in each layout, each place once', () => {
  for (const layout of layouts) {
    const { columns, rows, pieces } = clothUnits[layout];
    const covered = new Map<string, number>();
    for (const { x, y } of pieces) {
      for (let left = x; left < x + 1; left += 0.5) {
        for (let top = y; top < y + 1; top += 0.5) {
          if (left < 0 || top < 0 || left >= columns || top >= rows) continue;
          covered.set(`${left} ${top}`, (covered.get(`${left} ${top}`) ?? 0) + 1);
        }
      }
    }
    expect([...covered.values()], layout).toEqual(Array(columns * rows * 4).fill(1));
  }
});

it('measures a card as the card, whatever the screen and the zoom', () => {
  for (const dotsPerPixel of [1, 2, 3]) {
    for (const real of [96, 163, 264]) {
      // The buyer drags the drawing to the card's size: then its dots are the card's.
      const dotsPerInch = ((card.width * real) / card.width) * dotsPerPixel;
      const tenInches = 10 * pixelsPerInch({ dotsPerInch, dotsPerPixel, isPhone: true });
      expect(Math.abs(tenInches / real - 10)).toBeLessThan(0.1);
      const zoomed = pixelsPerInch({
        dotsPerInch,
        dotsPerPixel: dotsPerPixel * 1.5,
        isPhone: true,
      });
      expect(zoomed * 1.5).toBeCloseTo(real, 6);
    }
  }
});

it('finds the same view in its own address', () => {
  const view = {
    layout: 'half-brick',
    percent: 75,
    thing: 'mug',
    picture: 2,
    beside: ['b'.repeat(24), 'c'.repeat(24)],
  } satisfies ClothView;
  const address = clothViewPath(id, view);
  expect(address).toBe(
    `/product-details/${id}/bench?layout=half-brick&scale=75&on=mug&picture=2&beside=${view.beside.join(',')}`,
  );
  expect(readView(new URL(address, 'http://shop').search)).toEqual(view);
  expect(clothViewPath(id, plainView)).toBe(`/product-details/${id}/bench`);
});

it('names a view by what it is shown on, its layout and its scale', () => {
  const view = { ...plainView, layout: 'half-drop', percent: 75 } as const;
  expect(clothViewText(view)).toBe('Half-drop, 75%');
  expect(clothViewText(plainView)).toBe('Straight, 100%');
  expect(clothViewText({ ...view, thing: 'mug' })).toBe('Mug, half-drop, 75%');
  expect(clothViewText({ ...plainView, thing: 'bib' })).toBe('Baby bib, 100%');
});

it('reads nonsense in an address as the plain view, within its bounds', () => {
  expect(readView('?layout=x&scale=abc&on=hat&picture=-1&beside=,../x,1')).toEqual(plainView);
  expect(readView('?scale=9999').percent).toBe(400);
  expect(readView('?scale=1').percent).toBe(25);
  const many = ['a', 'a', 'b', 'c'].map((letter) => letter.repeat(24)).join(',');
  expect(readView(`?beside=${many}`).beside).toHaveLength(2);
});

it('takes damaged settings as none', () => {
  const first = { dotsPerInch: null, unit: 'in', fabricWidth: 44 };
  for (const text of [
    null,
    '',
    '{',
    'null',
    '[]',
    '{"dotsPerInch":"x","unit":3,"fabricWidth":-1}',
  ]) {
    expect(parseSettings(text)).toEqual(first);
  }
  const own = { dotsPerInch: 264.5, unit: 'cm', fabricWidth: 59 };
  expect(parseSettings(JSON.stringify(own))).toEqual(own);
});

it('adds up what slow fingers change, less than one per cent at a time', () => {
  let percent: number = plainView.percent;
  for (let move = 0; move < 20; move += 1) percent = pinchedPercent(percent, 1.004);
  expect(boundPercent(percent)).toBe(108);
  expect(pinchedPercent(percent, 99)).toBe(400);
  expect(pinchedPercent(percent, 0.01)).toBe(25);
});
