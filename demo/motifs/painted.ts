import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { between, randomFrom } from '../drawing/random.ts';
import { at, dot, line, type Point, points, ring, shape, smooth } from '../drawing/shapes.ts';

/** Watercolour motifs: thin washes over each other, darker where they dried at the edge. */

/** An outline filled with watercolour. `seed` decides where the colour ran. */
function wash(seed: string, outline: readonly Point[], colour: string): string {
  const random = randomFrom(seed);
  const run = (most: number) =>
    smooth(
      outline.map(
        ([x, y]): Point => [x + between(random, -most, most), y + between(random, -most, most)],
      ),
    );
  const [x, y] = outline[Math.floor(outline.length / 3)] ?? [0, 0];
  return [
    shape(run(2.4), colour, ' fill-opacity=".42"'),
    shape(run(3.2), colour, ' fill-opacity=".34"'),
    shape(run(1.2), deep(colour, 0.12), ' fill-opacity=".22"'),
    // Lighter where water ran back into the colour.
    dot(x * 0.45, y * 0.45, 7, pale(colour, 0.8), ' fill-opacity=".35"'),
    line(run(0.6), deep(colour, 0.22), 1.1, ' stroke-opacity=".38"'),
  ].join('');
}

const petal = points('0,-4 14,-16 19,-34 8,-47 -6,-45 -17,-32 -12,-14');

/** A loose five-petalled flower. */
export function paintedBloom(palette: Palette): string {
  const { rose, blush, sun, plum } = palette;
  const petals = [rose, blush, rose, blush, rose].map((colour, index) =>
    at(0, 0, wash(`petal ${index}`, petal, colour), { rotate: index * 72 + 8 }),
  );
  const stamens = ring(9, 10).map(([x, y]) => dot(x, y, 1.7, plum, ' fill-opacity=".7"'));
  return [...petals, wash('heart of a flower', ring(7, 8), sun), ...stamens].join('');
}

const longLeaf = points('0,2 10,-8 13,-24 5,-40 0,-46 -7,-38 -12,-22 -8,-7');

/** Two leaves and a bud on one stem. */
export function paintedSprig(palette: Palette): string {
  const { leaf, rose } = palette;
  return [
    line('M0 52C-3 26 3 2 -2 -20', deep(leaf, 0.1), 2.4, ' stroke-opacity=".7"'),
    at(0, 22, wash('left leaf', longLeaf, leaf), { rotate: -52, scale: 0.86 }),
    at(0, 8, wash('right leaf', longLeaf, pale(leaf, 0.2)), { rotate: 50, scale: 0.8 }),
    at(-2, -30, wash('bud', points('0,14 11,6 11,-10 0,-22 -10,-10 -10,6'), rose), { scale: 0.9 }),
  ].join('');
}

const roundLeaf = points('0,0 13,-6 17,-19 10,-30 0,-33 -11,-29 -16,-18 -12,-6');

/** A branch of round leaves in pairs, as eucalyptus has them. */
export function eucalyptus(palette: Palette): string {
  const { leaf, sky, earth } = palette;
  const pair = (y: number, size: number, order: number) =>
    [-1, 1]
      .map((side) =>
        at(0, y, wash(`leaf ${order} ${side}`, roundLeaf, side > 0 ? leaf : sky), {
          rotate: side * (62 - order * 6),
          scale: size,
        }),
      )
      .join('');
  return [
    line('M3 56C-4 30 4 4 0 -34', earth, 2.2, ' stroke-opacity=".65"'),
    pair(42, 0.74, 0),
    pair(21, 0.68, 1),
    pair(1, 0.58, 2),
    pair(-18, 0.46, 3),
    at(0, -33, wash('last leaf', roundLeaf, leaf), { scale: 0.46 }),
  ].join('');
}

/** A fish painted in two strokes of a broad brush. */
export function paintedFish(palette: Palette): string {
  const { warm, rose, ink, sun } = palette;
  return [
    wash('tail fin', points('24,0 38,-14 52,-20 48,0 52,20 38,14'), rose),
    wash('body of a fish', points('-48,0 -30,-17 -6,-22 18,-14 32,0 18,14 -6,22 -30,17'), warm),
    wash('back fin', points('-14,-18 0,-34 14,-30 14,-14'), rose),
    line('M-14 -17Q-6 0 -14 17M4 -19Q12 0 4 19', sun, 4, ' stroke-opacity=".6"'),
    dot(-33, -3, 3, ink, ' fill-opacity=".8"'),
  ].join('');
}
