import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
  at,
  cut,
  dot,
  line,
  mirrored,
  oval,
  points,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { cheeks, eyes, sleepyEyes, smile } from './motif.ts';

export function strawberry(palette: Palette): string {
  const { rose, leaf, sun, ink, blush } = palette;
  const seeds = points(
    '-22,-8 22,-8 -12,-16 12,-16 0,-12 -24,8 24,8 -14,24 14,24 0,32 -7,40 0,-24',
  );
  return [
    cut(smooth(mirrored('0,-30 20,-32 37,-16 32,14 16,38 0,48')), rose, ink),
    seeds.map(([x, y]) => oval(x, y, 1.6, 2.6, pale(sun, 0.3))).join(''),
    cut(
      smooth(
        '0,-34 -12,-44 -32,-36! -22,-28 -24,-16! -10,-22 0,-12! 10,-22 24,-16! 22,-28 32,-36! 12,-44',
      ),
      leaf,
      ink,
    ),
    line('M0 -34C0 -44 4 -50 10 -52', deep(leaf, 0.2), 4),
    eyes(0, 6, 11, palette, 3),
    cheeks(0, 14, 18, blush, 4.2),
    smile(0, 13, 4, palette),
  ].join('');
}

export function lemon(palette: Palette): string {
  const { sun, leaf, ink, rose } = palette;
  return [
    cut(
      smooth('-50,6 -42,-2 -30,-24 0,-32 30,-22 42,0 50,8 42,16 28,34 0,40 -30,32 -42,14'),
      sun,
      ink,
    ),
    points('-24,-12 -14,-20 20,-14 30,14 -28,22 10,28')
      .map(([x, y]) => dot(x, y, 1.8, deep(sun, 0.2)))
      .join(''),
    cut('M6 -30C8 -46 24 -54 42 -50C40 -36 24 -26 6 -30Z', leaf, ink),
    line('M10 -32Q22 -38 34 -46', pale(leaf), 1.5),
    sleepyEyes(0, 2, 12, palette, 4.4),
    cheeks(0, 11, 20, rose, 4.6),
    smile(0, 10, 4, palette),
  ].join('');
}

export function iceCream(palette: Palette): string {
  const { blush, rose, earth, warm, ink, paper, leaf, sun } = palette;
  const cone = pale(warm, 0.3);
  return [
    cut('M-22 6L0 54L22 6Z', cone, ink),
    line('M-17 12L8 38M-8 8L12 28M17 12L-8 38M8 8L-12 28', deep(cone, 0.18), 1.6),
    cut(
      smooth('-30,4 -34,-16 -18,-38 0,-42 18,-38 34,-16 30,4 22,12 14,5 6,14 -3,6 -12,13 -20,5'),
      blush,
      ink,
    ),
    cut(smooth('-24,-22 -12,-40 8,-42 22,-28 16,-22 8,-26 0,-19 -9,-26 -16,-18'), earth, ink),
    points('-12,-30 0,-34 10,-31')
      .map(([x, y], index) =>
        at(x, y, line('M-2 0h4', [paper, sun, leaf][index] ?? paper, 2.2), {
          rotate: index * 55 - 30,
        }),
      )
      .join(''),
    line('M4 -46C6 -50 9 -54 14 -55', deep(leaf, 0.2), 2),
    dot(3, -44, 6.4, rose),
    dot(1, -46, 1.8, pale(rose, 0.7)),
    eyes(0, -10, 9, palette, 2.8),
    cheeks(0, -3, 15, rose, 3.6),
    smile(0, -4, 3.4, palette),
  ].join('');
}

export function cupcake(palette: Palette): string {
  const { rose, blush, sky, ink, paper, sun, leaf } = palette;
  const sprinkles = [
    [-16, -8, sun],
    [-4, -18, leaf],
    [12, -10, sky],
    [-10, -28, sky],
    [8, -28, sun],
    [20, -2, leaf],
    [-24, 2, sky],
  ] as const;
  return [
    cut('M-28 8H28L20 46Q0 51 -20 46Z', sky, ink),
    line('M-18 12L-13 45M-6 12L-4 47M6 12L4 47M18 12L13 45', pale(sky, 0.5), 2.6),
    cut(
      smooth(
        '-34,12 -38,0 -28,-10 -22,-24 -12,-30 -6,-42 6,-42 14,-30 24,-22 29,-8 38,0 34,12 16,9 0,14 -16,9',
      ),
      blush,
      ink,
    ),
    line('M-24 -8C-8 0 12 -2 26 -10M-14 -26C-4 -20 8 -22 16 -28', pale(blush, 0.5), 2.4),
    sprinkles
      .map(([x, y, colour], index) =>
        at(x, y, line('M-2.4 0h4.8', colour, 2.4), { rotate: index * 47 }),
      )
      .join(''),
    dot(0, -46, 7, rose),
    dot(-2, -48, 2, paper),
    sleepyEyes(0, 25, 8, palette, 3.4),
    smile(0, 31, 3, palette),
  ].join('');
}

export function cherries(palette: Palette): string {
  const { rose, leaf, ink, blush } = palette;
  const cherry = (x: number, y: number) =>
    at(
      x,
      y,
      cut(smooth(mirrored('0,-17 13,-19 22,-4 15,16 0,20')), rose, ink) +
        oval(-11, -9, 3.2, 4.6, pale(rose, 0.55), ' transform="rotate(30 -11 -9)"') +
        eyes(0, -1, 7, palette, 2.2) +
        cheeks(0, 5, 11, blush, 3) +
        smile(0, 4, 2.6, palette),
    );
  return [
    line('M-20 10C-18 -10 -8 -30 8 -42C8 -24 16 -8 22 8', deep(leaf, 0.2), 3.2),
    cut('M8 -42C18 -54 36 -54 46 -44C36 -32 20 -32 8 -42Z', leaf, ink),
    line('M14 -43Q26 -45 36 -44', pale(leaf), 1.5),
    cherry(-22, 24),
    cherry(22, 20),
  ].join('');
}

export function pear(palette: Palette): string {
  const { leaf, sun, ink, blush, earth } = palette;
  const skin = pale(leaf, 0.22);
  return [
    line('M0 -36C0 -44 4 -48 8 -52', earth, 4),
    cut('M4 -42C-6 -54 -24 -52 -30 -44C-22 -36 -8 -34 4 -42Z', deep(leaf, 0.15), ink),
    cut(smooth(mirrored('0,-40 13,-34 17,-14 33,10 30,36 0,47')), skin, ink),
    line('M-9 -26C-12 -14 -22 -6 -26 6', pale(sun, 0.4), 4),
    eyes(0, 10, 11, palette, 3),
    cheeks(0, 18, 18, blush, 4.4),
    smile(0, 17, 4, palette),
    points('9,-8 14,2 -20,30 8,36')
      .map(([x, y]) => dot(x, y, 1.4, deep(leaf, 0.25)))
      .join(''),
  ].join('');
}

export function watermelon(palette: Palette): string {
  const { rose, leaf, paper, ink, blush } = palette;
  return [
    cut(smooth('-50,-14! 50,-14! 38,20 0,40 -38,20'), leaf, ink),
    shape(smooth('-44,-14! 44,-14! 33,16 0,33 -33,16'), paper),
    shape(smooth('-40,-14! 40,-14! 30,13 0,28 -30,13'), rose),
    points('-29,-5 29,-5 -22,9 22,9 -8,20 8,20 0,-8')
      .map(([x, y]) => oval(x, y, 1.9, 3, ink))
      .join(''),
    eyes(0, 1, 9, palette, 2.8),
    cheeks(0, 7, 15, blush, 3.4),
    smile(0, 7, 3.2, palette),
  ].join('');
}

export function teapot(palette: Palette): string {
  const { sky, rose, paper, ink, sun, leaf, blush } = palette;
  return [
    line('M30 -6C52 -12 54 18 30 22', deep(sky, 0.18), 7),
    cut(smooth('-28,8 -42,-2 -52,-20! -42,-20! -34,-8 -22,-10'), deep(sky, 0.18), ink),
    cut(smooth(mirrored('0,-24 22,-20 35,4 26,32 0,38')), sky, ink),
    cut(smooth(mirrored('0,-34 14,-30 20,-20 0,-17')), deep(sky, 0.18), ink),
    dot(0, -38, 5.5, rose),
    oval(0, 38, 18, 4, deep(sky, 0.25)),
    at(
      0,
      22,
      [-12, 0, 12]
        .map((x) =>
          at(
            x,
            Math.abs(x) * -0.3,
            dot(0, 0, 4.6, rose) + dot(0, 0, 1.8, sun) + oval(6, 3, 3, 1.6, leaf),
          ),
        )
        .join(''),
    ),
    eyes(0, 0, 11, palette, 3),
    cheeks(0, 8, 18, blush, 4.2),
    smile(0, 6, 4, palette),
    stitches('M-20 -14Q0 -8 20 -14', paper, 1.6),
  ].join('');
}

export function toast(palette: Palette): string {
  const { warm, sun, ink, rose, earth } = palette;
  return [
    cut(
      smooth(
        '-38,-14 -36,-34 -16,-40 0,-36 16,-40 36,-34 38,-14 31,-4! 32,36 28,41 -28,41 -32,36 -31,-4!',
      ),
      earth,
      ink,
    ),
    shape(
      smooth('-32,-16 -30,-29 -15,-34 0,-30 15,-34 30,-29 32,-16 25,-5! 26,33 -26,33 -25,-5!'),
      pale(warm, 0.62),
    ),
    cut(smooth('-12,-22 10,-22 14,-10 10,-4 -10,-3 -15,-10'), sun, ink),
    eyes(0, 8, 11, palette, 3),
    cheeks(0, 16, 18, rose, 4.2),
    smile(0, 15, 4, palette),
  ].join('');
}
