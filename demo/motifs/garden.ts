import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
  around,
  at,
  cut,
  dot,
  line,
  mirrored,
  oval,
  points,
  ring,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { cheeks, eyes, sleepyEyes, smile } from './motif.ts';

export function daisy(palette: Palette): string {
  const { paper, sun, ink, rose } = palette;
  const petal = smooth(mirrored('0,-8 7,-20 10,-38 5,-47 0,-48'));
  return [
    around(11, cut(petal, paper, ink)),
    around(11, line('M0 -22V-32', deep(paper, 0.14), 1.6)),
    cut(smooth(ring(9, 17)), sun, ink),
    eyes(0, -1, 6, palette, 2.2),
    cheeks(0, 5, 10, rose, 2.8),
    smile(0, 4, 3, palette),
  ].join('');
}

/** A five-petalled bloom without a face, to mix with others. */
export function bloom(palette: Palette): string {
  const { rose, sun, ink } = palette;
  const petal = smooth(mirrored('0,-4 16,-20 21,-38 10,-48 0,-43'));
  return [
    around(5, cut(petal, rose, ink)),
    around(5, line('M0 -14V-28', deep(rose, 0.25), 2.4)),
    around(10, dot(0, -14, 2.2, pale(sun, 0.4))),
    dot(0, 0, 10, sun),
    stitches('M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0', deep(sun, 0.35), 1.4, 2, 2.4),
  ].join('');
}

export function tulip(palette: Palette): string {
  const { rose, leaf, ink } = palette;
  const blade = smooth('0,46! 10,28 30,10 34,-2! 36,18 22,38');
  return [
    line('M0 -4C2 14 -2 30 0 50', deep(leaf, 0.15), 5),
    cut(blade, leaf, ink),
    at(0, 0, cut(blade, leaf, ink), { flip: true }),
    cut(
      smooth('-18,-46! -10,-36 0,-52! 10,-36 18,-46! 25,-22 16,-2 0,4 -16,-2 -25,-22'),
      rose,
      ink,
    ),
    shape(smooth('0,-52! 11,-28 8,-4 0,2 -8,-4 -11,-28'), pale(rose, 0.3)),
    stitches('M0 -36V-10', deep(rose, 0.15), 1.5),
  ].join('');
}

export function poppy(palette: Palette): string {
  const { rose, ink, sun, leaf } = palette;
  return [
    line('M0 0C6 18 -4 34 2 52', leaf, 4),
    cut(smooth('2,42 14,28 30,30! 20,42'), leaf, ink),
    cut(smooth('0,-6 -22,-40 -2,-50 20,-42'), deep(rose, 0.14), ink),
    cut(smooth('2,4 -20,10 -42,-4 -38,-26 -20,-34'), rose, ink),
    cut(smooth('-2,4 20,10 42,-4 38,-26 20,-34'), rose, ink),
    cut(smooth('-26,-4 0,-16 26,-4 18,14 0,18 -18,14'), pale(rose, 0.16), ink),
    around(9, line('M0 -7V-12', ink, 1.5)),
    dot(0, 0, 6.5, ink),
    dot(0, 0, 2.6, sun),
  ].join('');
}

export function sprig(palette: Palette): string {
  const { leaf, ink } = palette;
  const leaflet = 'M0 0C-3 -10 2 -20 12 -24C18 -15 14 -4 0 0Z';
  const pairs = points('30,1 14,0.95 -2,0.88 -16,0.78');
  return [
    line('M0 50C3 20 -3 0 0 -28', deep(leaf, 0.2), 2.6),
    pairs
      .map(
        ([y, scale]) =>
          at(0, y, cut(leaflet, leaf, ink), { scale, rotate: 22 }) +
          at(0, y, cut(leaflet, deep(leaf, 0.1), ink), { scale, rotate: -22, flip: true }),
      )
      .join(''),
    at(0, -26, cut(leaflet, leaf, ink), { scale: 0.85, rotate: -26 }),
  ].join('');
}

export function berries(palette: Palette): string {
  const { rose, leaf, ink } = palette;
  const berry = (x: number, y: number, r: number) =>
    cut(smooth(ring(7, r).map(([px, py]) => [px + x, py + y] as const)), rose, ink) +
    dot(x - r * 0.3, y - r * 0.35, r * 0.22, pale(rose, 0.6));
  return [
    line(
      'M0 50C0 30 4 14 0 -10M1 20C-8 12 -16 8 -20 -4M2 12C12 8 18 0 22 -14M1 0C-4 -12 -6 -22 -4 -32',
      deep(leaf, 0.2),
      2.6,
    ),
    cut('M0 44C-20 44 -32 34 -36 22C-18 20 -4 30 0 44Z', leaf, ink),
    cut('M0 48C18 48 32 40 36 28C20 26 4 34 0 48Z', leaf, ink),
    berry(-21, -9, 11),
    berry(23, -19, 11),
    berry(-4, -36, 12),
    berry(1, -10, 9),
  ].join('');
}

export function bee(palette: Palette): string {
  const { sun, ink, sky, rose } = palette;
  const wing = smooth('0,-14 -6,-34 8,-48 22,-40 16,-18');
  return [
    shape(wing, pale(sky, 0.55)),
    shape(smooth('8,-14 12,-34 28,-42 38,-30 24,-14'), pale(sky, 0.4)),
    shape('M40 2L51 6L40 12Z', ink),
    cut(smooth('-42,4 -36,-14 -14,-20 16,-20 38,-8 43,6 34,22 10,28 -18,27 -38,18'), sun, ink),
    line('M-6 -16C-1 -2 -1 12 -6 23', ink, 8),
    line('M12 -16C17 -2 17 12 12 23', ink, 8),
    line('M29 -9C33 0 33 8 29 16', ink, 6.4),
    line('M-34 -16C-38 -26 -42 -28 -47 -28M-26 -18C-26 -28 -30 -34 -34 -36', ink, 2),
    dot(-47, -28, 3, ink),
    dot(-35, -37, 3, ink),
    eyes(-27, -1, 8, palette, 2.8),
    oval(-38, 8, 3.6, 2.8, rose),
    oval(-16, 8, 3.6, 2.8, rose),
    smile(-27, 7, 3.2, palette),
  ].join('');
}

export function ladybird(palette: Palette): string {
  const { rose, ink, paper, blush } = palette;
  return [
    line('M-10 -36C-14 -46 -20 -48 -24 -47M10 -36C14 -46 20 -48 24 -47', ink, 2.4),
    cut(smooth(mirrored('0,-40 16,-36 22,-22 0,-14')), ink, ink),
    cut(smooth(mirrored('0,-24 26,-20 40,6 28,36 0,45')), rose, ink),
    line('M0 -22V44', ink, 2.6),
    points('-17,-6 17,-6 -24,14 24,14 -11,26 11,26')
      .map(([x, y], index) => dot(x, y, index < 2 ? 6 : 5, ink))
      .join(''),
    dot(-8, -30, 4, paper),
    dot(8, -30, 4, paper),
    dot(-7, -30, 2, ink),
    dot(7, -30, 2, ink),
    dot(-14, -24, 2.6, blush),
    dot(14, -24, 2.6, blush),
  ].join('');
}

export function butterfly(palette: Palette): string {
  const { plum, rose, sun, ink, paper } = palette;
  const side = [
    cut(smooth('2,-4 14,-34 38,-44 50,-28 42,-6 20,4'), plum, ink),
    cut(smooth('2,4 22,4 38,16 34,36 18,40 6,24'), rose, ink),
    shape(smooth('14,-8 22,-28 36,-34 41,-24 34,-10'), pale(plum, 0.4)),
    dot(30, -22, 5, sun),
    dot(22, 20, 5.4, pale(rose, 0.6)),
    dot(28, 30, 2.6, sun),
    dot(42, -35, 2.4, paper),
  ].join('');
  return [
    line('M-2 -20C-4 -34 -10 -40 -16 -42M2 -20C4 -34 10 -40 16 -42', ink, 1.8),
    side,
    at(0, 0, side, { flip: true }),
    cut(smooth(mirrored('0,-26 5,-18 5,10 0,36')), ink, ink),
    stitches('M0 -10V28', sun, 1.8, 1, 5),
    dot(0, -22, 6.4, ink),
    dot(-2, -23, 1.2, paper),
    dot(2.4, -23, 1.2, paper),
  ].join('');
}

export function snail(palette: Palette): string {
  const { rose, sun, ink, blush, earth } = palette;
  const skin = pale(earth, 0.55);
  return [
    line('M-34 -2L-40 -22M-27 -3L-25 -24', skin, 3.6),
    dot(-40, -24, 4, ink),
    dot(-25, -26, 4, ink),
    dot(-39, -25, 1.3, blush),
    dot(-24, -27, 1.3, blush),
    cut(smooth('-42,4 -34,-6 -22,0 -16,20 20,26 50,36 46,40 -10,41 -34,34'), skin, ink),
    cut(smooth(ring(9, 32).map(([x, y]) => [x + 10, y - 2] as const)), rose, ink),
    line(
      'M10 -2c5 -3 10 2 7 8c-4 8 -18 7 -20 -4c-2 -14 12 -22 24 -16c12 6 14 24 4 34',
      pale(rose, 0.55),
      5,
    ),
    stitches('M-16 -14A30 30 0 0 1 20 -29', sun, 1.8),
    oval(-33, 15, 4.4, 3.4, blush),
    smile(-36, 9, 2.6, palette),
  ].join('');
}

export function cactus(palette: Palette): string {
  const { leaf, warm, rose, sun, ink, blush, paper } = palette;
  return [
    line('M-16 8C-34 8 -32 -8 -32 -12', leaf, 12),
    line('M16 0C36 0 34 -16 34 -22', leaf, 12),
    cut(smooth(mirrored('0,-46 14,-41 19,-20 18,24! 0,24')), leaf, ink),
    line(
      'M-10 -30v4M10 -30v4M0 -36v4M-12 -12v4M12 -12v4M-32 -6v3M34 -16v3M-11 8v4M11 8v4',
      pale(leaf, 0.6),
      2,
    ),
    eyes(0, -12, 6, palette, 2.4),
    cheeks(0, -5, 10, blush, 3.2),
    smile(0, -6, 3, palette),
    at(0, -48, around(6, oval(0, -6, 3.8, 6, rose)) + dot(0, 0, 3.6, sun)),
    cut('M-24 22H24L18 48Q0 52 -18 48Z', warm, ink),
    cut('M-27 18H27V28Q0 31 -27 28Z', deep(warm, 0.12), ink),
    line('M-18 38q4.5 -6 9 0t9 0t9 0t9 0', paper, 2),
  ].join('');
}

export function pottedFern(palette: Palette): string {
  const { leaf, sky, paper, ink } = palette;
  const frond = 'M0 20C-4 0 -2 -26 4 -44C12 -30 12 0 0 20Z';
  return [
    [-58, -34, -12, 12, 34, 58]
      .map((rotate, index) =>
        at(
          0,
          6,
          cut(frond, index % 2 === 0 ? leaf : deep(leaf, 0.16), ink) +
            line('M0 14Q0 -10 4 -30', pale(leaf, 0.35), 1.2),
          { rotate, scale: 0.95 },
        ),
      )
      .join(''),
    cut('M-24 14H24L18 46Q0 50 -18 46Z', sky, ink),
    [-12, 0, 12].map((x) => dot(x, 24, 2.6, paper)).join(''),
    sleepyEyes(0, 34, 6, palette, 3),
    smile(0, 38, 2.4, palette),
  ].join('');
}
