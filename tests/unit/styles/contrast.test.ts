import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
);

/** Every colour that text is written in, with the backgrounds it is written on. */
const textOn: Readonly<Record<string, readonly string[]>> = {
  ink: [
    'paper',
    'paper-deep',
    'card',
    'sunshine',
    'sky',
    'mint',
    'blush',
    'lilac',
    'wait-paper',
    'good-paper',
    'bad-paper',
  ],
  'ink-soft': ['paper', 'paper-deep', 'card'],
  raspberry: ['paper', 'card', 'paper-deep'],
  'raspberry-deep': ['paper', 'paper-deep', 'card', 'mint', 'wait-paper'],
  'on-raspberry': ['raspberry', 'raspberry-deep'],
  'on-teal': ['teal'],
  paper: ['ink', 'teal'],
  sunshine: ['ink'],
  good: ['paper', 'card', 'good-paper'],
  bad: ['paper', 'card', 'bad-paper'],
  wait: ['paper', 'card', 'wait-paper'],
};

/** Lines that identify a control or show the focus, with their backgrounds. */
const linesOn: Readonly<Record<string, readonly string[]>> = {
  'field-line': ['paper', 'card'],
  focus: ['paper', 'paper-deep', 'card', 'sky', 'mint', 'blush'],
  bad: ['card'],
  raspberry: ['paper', 'card'],
};

function hexOf(name: string): string {
  const hex = colours.get(name);
  if (!hex) throw new Error(`tokens.css has no colour --${name}`);
  return hex;
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(hexOf(one)), luminance(hexOf(other))].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const pairsOf = (table: typeof textOn) =>
  Object.entries(table).flatMap(([front, papers]) => papers.map((paper) => ({ front, paper })));

describe('the colours', () => {
  it.each(pairsOf(textOn))(
    '$front text on $paper has a contrast of at least 4.5',
    ({ front, paper }) => {
      expect(contrast(front, paper)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(pairsOf(linesOn))(
    'a $front line on $paper has a contrast of at least 3',
    ({ front, paper }) => {
      expect(contrast(front, paper)).toBeGreaterThanOrEqual(3);
    },
  );

  it('measures black on white as 21', () => {
    expect((luminance('#ffffff') + 0.05) / (luminance('#000000') + 0.05)).toBeCloseTo(21);
  });
});
