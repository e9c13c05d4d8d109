import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { lookColors, lookCss } from '#contract/shop/look.ts';
import {
  colorPairs,
  contrastOf,
  lookSchema,
  measureLook,
  nearestColor,
} from '#contract/studio/look-contrast.ts';
import { changedColors } from '#server/platform/content/changed-colors.ts';
import { firstContent } from '#server/platform/content/first-content.ts';

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
);
const { look } = firstContent;

describe('the colours', () => {
  it('are those of tokens.css until the studio changes them', () => {
    expect(Object.fromEntries(lookColors.map((name) => [name, tokens.get(name)]))).toEqual(look);
    expect(changedColors(look)).toEqual({});
    expect(lookCss({})).toBe(':root{}');
  });

  it('that the studio can’t change are measured as tokens.css has them', () => {
    const measured = measureLook(look).flatMap(({ front, back, frontHex, backHex }) => [
      [front, frontHex],
      [back, backHex],
    ]);
    for (const [name = '', hex] of measured) expect([name, tokens.get(name)]).toEqual([name, hex]);
    expect(colorPairs.length).toBeGreaterThan(40);
  });

  it.each(measureLook(look))('$name has a contrast of at least $needs', ({ contrast, needs }) => {
    expect(contrast).toBeGreaterThanOrEqual(needs);
  });

  it('measure black on white as 21', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  });

  it('without enough contrast are refused at the text’s colour, with the nearest that passes', () => {
    const pale = { ...look, raspberry: '#e06090' };
    const nearest = nearestColor(pale, 'raspberry') ?? '';

    const { issues } = v.safeParse(lookSchema, pale);

    expect([...new Set(issues?.map((issue) => v.getDotPath(issue)))]).toEqual([
      'raspberry',
      'on-raspberry',
    ]);
    expect(issues?.[0].message).toBe(
      `Accent on Page has a contrast of 3.1, and needs 4.5. The nearest colour that passes is ${nearest}.`,
    );
    expect(v.is(lookSchema, { ...pale, raspberry: nearest })).toBe(true);
  });

  it('have no nearest one that passes if the other colour is in between', () => {
    expect(nearestColor({ ...look, 'raspberry-deep': '#808080' }, 'on-raspberry')).toBeNull();
  });

  it('of no other kind reach the stylesheet', () => {
    expect(lookCss({ paper: '#fffaf0', ink: 'red;}body{display:none', other: '#000000' })).toBe(
      ':root{--paper:#fffaf0}',
    );
  });
});
