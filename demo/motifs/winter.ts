import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
  around,
  at,
  cut,
  dot,
  line,
  mirrored,
  oval,
  ring,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { cheeks, eyes, smile } from './motif.ts';

export function snowman(palette: Palette): string {
  const { paper, ink, rose, warm, earth, sky, blush, sun } = palette;
  const snow = pale(sky, 0.86);
  return [
    line('M-24 8L-46 -6M-38 -1L-44 -12M24 8L46 -6M38 -1L44 -12', earth, 3),
    cut(smooth(ring(9, 28).map(([x, y]) => [x * 1.04, y + 23] as const)), snow, ink),
    cut(smooth(ring(9, 20).map(([x, y]) => [x * 1.05, y - 16] as const)), paper, ink),
    cut(smooth('-20,-1 0,6 20,-1 22,6 0,14 -22,6'), rose, ink),
    cut(smooth('6,8 16,8 20,28! 9,29!'), rose, ink),
    line('M10 24L19 23.5', sun, 2.4),
    dot(-4, 24, 2.6, ink),
    dot(-4, 35, 2.6, ink),
    eyes(0, -18, 7, palette, 2.4),
    shape('M-1 -13L14 -9L-1 -8Z', warm),
    cheeks(0, -10, 12, blush, 3.2),
    cut('M-15 -32V-50Q0 -54 15 -50V-32Z', ink, ink),
    cut('M-23 -34Q0 -28 23 -34V-30Q0 -24 -23 -30Z', ink, ink),
    line('M-14 -37Q0 -33 14 -37', rose, 4.4),
  ].join('');
}

export function gingerbread(palette: Palette): string {
  const { earth, paper, rose, leaf, ink, blush } = palette;
  const dough = pale(earth, 0.14);
  return [
    cut(
      smooth(
        mirrored(
          '0,-47 15,-42 20,-28 13,-13 26,-14 42,-18 46,-8 38,2 18,5 18,18 30,36 26,47 14,46 4,30 0,27',
        ),
      ),
      dough,
      ink,
    ),
    line(
      'M33 -15Q38 -8 34 0M-33 -15Q-38 -8 -34 0M17 43Q22 36 28 36M-17 43Q-22 36 -28 36',
      paper,
      2.2,
    ),
    line('M-12 -42q3 -4 6 0t6 0t6 0t6 0', paper, 2),
    eyes(0, -30, 7, palette, 2.6),
    cheeks(0, -23, 11, blush, 3.2),
    smile(0, -24, 4, palette),
    shape('M0 -12L-9 -17V-7ZM0 -12L9 -17V-7Z', rose),
    dot(0, -12, 2.4, deep(rose)),
    dot(0, 1, 3.2, leaf),
    dot(0, 12, 3.2, rose),
    dot(0, 22, 3.2, leaf),
  ].join('');
}

export function firTree(palette: Palette): string {
  const { leaf, earth, ink, rose, sun, paper } = palette;
  const tier = (y: number, w: number, h: number, colour: string) =>
    cut(
      smooth(
        mirrored(
          `0,${y - h}! ${w * 0.45},${y - h * 0.35} ${w},${y}! ${w * 0.66},${y + 4} ${w * 0.33},${y - 1}! 0,${y + 5}`,
        ),
      ),
      colour,
      ink,
    );
  return [
    cut('M-6 38H6V52H-6Z', earth, ink),
    tier(38, 38, 40, deep(leaf, 0.18)),
    tier(14, 31, 36, leaf),
    tier(-10, 23, 32, pale(leaf, 0.12)),
    [
      [-10, 26, rose],
      [12, 30, sun],
      [20, 10, rose],
      [-14, 6, sun],
      [2, 4, paper],
      [5, -16, rose],
      [-4, 34, paper],
      [-24, 34, sun],
    ]
      .map(([x, y, colour]) => dot(Number(x), Number(y), 3.2, String(colour)))
      .join(''),
    at(0, -44, shape(smooth(ring(5, 10).flatMap((p, i) => [p, ring(5, 4.6, 36)[i] ?? p])), sun)),
  ].join('');
}

export function mitten(palette: Palette): string {
  const { rose, paper, ink, sky } = palette;
  const heart = 'M0 10C-14 0 -12 -12 -5 -12C-1 -12 0 -8 0 -8C0 -8 1 -12 5 -12C12 -12 14 0 0 10Z';
  return [
    cut(
      smooth('-22,26! -26,-10 -20,-38 0,-48 18,-38 24,-14 28,-22 42,-22 42,-6 22,26!'),
      rose,
      ink,
    ),
    stitches('M-18 14L-20 -10C-18 -32 -8 -40 0 -41C10 -40 17 -28 18 -10', pale(rose, 0.55), 1.6),
    at(-2, -8, shape(heart, paper), { scale: 1.3 }),
    cut(smooth('-28,24 0,27 27,24 28,42 0,46 -28,42'), paper, ink),
    line('M-20 28V41M-10 29V42.5M0 29V43M10 29V42.5M20 28V41', sky, 2.6),
  ].join('');
}

export function candyCane(palette: Palette): string {
  const { paper, rose, ink, leaf, sun } = palette;
  const hook = 'M-12 46V-20C-12 -46 26 -46 26 -20V-12';
  return [
    line(hook, ink, 15, ' stroke-opacity=".16" transform="translate(1.2 2)"'),
    line(hook, paper, 15),
    `<path d="${hook}" fill="none" stroke="${rose}" stroke-width="15" stroke-dasharray="9 10"/>`,
    shape('M-12 6C-30 -8 -40 0 -34 10C-40 20 -28 26 -12 12Z', leaf),
    shape('M-12 6C6 -8 16 0 10 10C16 20 4 26 -12 12Z', leaf),
    dot(-12, 9, 6, sun),
  ].join('');
}

export function snowflake(palette: Palette): string {
  const { paper, sky } = palette;
  return (
    around(6, line('M0 0V-46M0 -20L-11 -31M0 -20L11 -31M0 -33L-8 -41M0 -33L8 -41', paper, 4.4)) +
    around(6, dot(0, -13, 3, sky), 30) +
    dot(0, 0, 5.5, sky)
  );
}

export function penguin(palette: Palette): string {
  const { ink, paper, warm, blush, rose, sky } = palette;
  const coat = deep(sky, 0.5);
  const wing = smooth('28,-8 42,10 42,28 30,22');
  return [
    oval(-13, 46, 10, 5, warm),
    oval(13, 46, 10, 5, warm),
    cut(wing, deep(coat, 0.2), ink),
    at(0, 0, cut(wing, deep(coat, 0.2), ink), { flip: true }),
    cut(smooth(mirrored('0,-44 22,-36 32,-8 32,28 18,46 0,48')), coat, ink),
    shape(smooth(mirrored('0,-16 8,-28 20,-24 22,-8 24,20 14,40 0,43')), paper),
    eyes(0, -14, 10, palette, 2.8),
    cheeks(0, -5, 15, blush, 4),
    shape('M-6 -9Q0 -13 6 -9L0 -1Z', warm),
    cut(smooth('-31,3 0,11 31,3 31,11 0,20 -31,11'), rose, ink),
    stitches('M-26 8Q0 16 26 8', pale(rose, 0.6), 1.6),
    dot(0, -47, 5, rose),
    cut('M-22 -34Q-16 -48 0 -48Q16 -48 22 -34Q0 -40 -22 -34Z', rose, ink),
  ].join('');
}
