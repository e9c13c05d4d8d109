import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
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

export function whale(palette: Palette): string {
  const { sky, ink, blush, paper } = palette;
  const body = smooth(
    '-48,4 -44,-16 -20,-28 8,-22 24,-4 36,-8 38,-22 28,-34! 42,-34 47,-26 54,-34 55,-20! 50,-4 42,16 22,32 -10,36 -38,26',
  );
  const belly = smooth('-47,10! -20,15 6,16 30,27! 10,34 -14,36 -38,26');
  return [
    line('M-20 -32C-20 -42 -28 -46 -33 -42M-20 -32C-20 -42 -12 -46 -7 -42', pale(sky, 0.45), 3.4),
    cut(body, sky, ink),
    shape(belly, pale(sky, 0.75)),
    line('M-34 17l2 12M-22 19l1 15M-9 20l1 14M4 21l2 11', pale(sky, 0.35), 1.6),
    cut(smooth('-6,14 8,18 14,32 4,38! -6,28'), deep(sky, 0.18), ink),
    eyes(-28, -1, 0, palette, 3.4),
    smile(-36, 7, 4, palette),
    oval(-22, 8, 5, 3.6, blush),
    points('-8,-16 0,-10 -14,-9 8,-4')
      .map(([x, y]) => dot(x, y, 2, pale(sky, 0.5)))
      .join(''),
    dot(-20, -47, 2.4, paper),
  ].join('');
}

export function sailboat(palette: Palette): string {
  const { rose, paper, sun, earth, ink, sky } = palette;
  return [
    box4(-2, -46, 4, 66, earth),
    cut(smooth('5,-42! 22,-20 32,12! 5,12!'), paper, ink),
    stitches('M9 4H26M9 -6H22M9 -16H18', rose, 2, 4, 3.4),
    cut(smooth('-5,-34! -18,-14 -30,12! -5,12!'), sun, ink),
    shape('M2 -46L18 -51L2 -56Z', rose),
    cut(smooth('-42,18! 42,18! 34,34 20,40 -20,40 -34,34'), rose, ink),
    stitches('M-34 24H34', paper, 1.8, 4.5, 4),
    line('M-50 43q8 -6 16 0t16 0t16 0t16 0t16 0t16 0', sky, 4.5),
  ].join('');
}

function box4(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="${fill}"/>`;
}

export function fish(palette: Palette): string {
  const { warm, paper, ink, blush, sun } = palette;
  return [
    cut(smooth('20,0 36,-20 48,-24! 43,0 48,24! 36,20'), deep(warm, 0.15), ink),
    cut(smooth('-4,-22 6,-38 24,-32! 20,-14'), sun, ink),
    cut(smooth('2,22 10,36 22,34! 16,16'), sun, ink),
    cut(smooth('-46,2 -30,-20 -4,-27 18,-16 29,0 18,16 -4,27 -30,20'), warm, ink),
    line('M-4 -24C6 -10 6 10 -4 24', paper, 5),
    line('M12 -17C19 -6 19 6 12 17', paper, 4.4),
    eyes(-27, -6, 0, palette, 4),
    smile(-37, 6, 4, palette),
    oval(-22, 6, 5, 3.6, blush),
    shape(smooth('-6,2 8,-2 10,8 -2,12'), sun),
  ].join('');
}

export function starfish(palette: Palette): string {
  const { rose, ink, blush, paper } = palette;
  const outer = ring(5, 46);
  const inner = ring(5, 22, 36);
  const points = outer.flatMap((point, index) => [point, inner[index] ?? point]);
  const dots = ring(5, 30).flatMap(([x, y]) => [
    dot(x, y, 2.6, blush),
    dot(x * 0.72, y * 0.72, 2, blush),
  ]);
  return [
    cut(smooth(points), rose, ink),
    dots.join(''),
    eyes(0, -3, 7, palette, 2.6),
    cheeks(0, 4, 11, paper, 3),
    smile(0, 3, 3.4, palette),
  ].join('');
}

export function shell(palette: Palette): string {
  const { blush, rose, ink, paper } = palette;
  const fan = smooth(
    '0,36! -14,34 -40,8 -42,-8! -32,-22! -18,-34! 0,-39! 18,-34! 32,-22! 42,-8! 40,8 14,34',
  );
  const ribs = [-36, -25, -12.5, 0, 12.5, 25, 36]
    .map((x) => `M0 32Q${x * 0.8} 10 ${x} ${-36 + Math.abs(x) * 0.75}`)
    .join('');
  return [
    cut(smooth('-14,30! -17,44 0,40 17,44 14,30!'), rose, ink),
    cut(fan, blush, ink),
    line(ribs, rose, 2.4),
    sleepyEyes(0, 8, 8, palette, 4),
    smile(0, 14, 3, palette),
    dot(-13, 16, 3, paper, ' fill-opacity=".7"'),
    dot(13, 16, 3, paper, ' fill-opacity=".7"'),
  ].join('');
}

export function octopus(palette: Palette): string {
  const { plum, ink, blush } = palette;
  const arms = [
    'M-20 14C-34 16 -46 26 -46 38',
    'M-14 18C-22 26 -28 34 -26 46',
    'M-5 20C-6 30 -10 38 -6 47',
    'M20 14C34 16 46 26 46 38',
    'M14 18C22 26 28 34 26 46',
    'M5 20C6 30 10 38 8 47',
  ].join('');
  return [
    line(arms, deep(plum, 0.14), 10),
    stitches(
      'M-20 14C-34 16 -46 26 -46 38M20 14C34 16 46 26 46 38M-14 18C-22 26 -28 34 -26 46M14 18C22 26 28 34 26 46',
      pale(plum, 0.5),
      2,
      0.2,
      5,
    ),
    cut(smooth(mirrored('0,-44 24,-38 36,-14 28,12 14,24 0,26')), plum, ink),
    eyes(0, -6, 12, palette, 4.4),
    cheeks(0, 4, 19, blush, 5),
    smile(0, 5, 4.5, palette),
    oval(-14, -28, 6, 4, pale(plum, 0.4), ' transform="rotate(-30 -14 -28)"'),
  ].join('');
}

export function jellyfish(palette: Palette): string {
  const { rose, blush, ink, paper } = palette;
  return [
    line('M-20 4C-28 14 -12 22 -22 34C-26 40 -20 44 -22 48', blush, 4.5),
    line('M20 4C28 14 12 22 22 34C26 40 20 44 22 48', blush, 4.5),
    line(
      'M-7 6C-14 18 2 24 -7 36C-10 42 -6 46 -8 51M8 6C1 18 16 24 8 36C5 42 9 46 7 51',
      pale(rose, 0.3),
      4,
    ),
    cut(
      smooth(
        '-36,2! -34,-22 -18,-40 0,-44 18,-40 34,-22 36,2! 27,10 18,3! 9,11 0,3! -9,11 -18,3! -27,10',
      ),
      rose,
      ink,
    ),
    eyes(0, -13, 11, palette, 3.4),
    cheeks(0, -5, 18, blush, 4.4),
    smile(0, -6, 4, palette),
    points('-18,-28 -6,-35 10,-34')
      .map(([x, y]) => dot(x, y, 2.6, paper, ' fill-opacity=".6"'))
      .join(''),
  ].join('');
}

export function turtle(palette: Palette): string {
  const { leaf, sun, ink, blush, earth } = palette;
  const skin = pale(leaf, 0.35);
  const hexagon = smooth(ring(6, 11, 30).map(([x, y]) => [x, y, 1] as const));
  return [
    cut(smooth('-18,-16 -40,-38 -50,-34 -38,-8'), skin, ink),
    cut(smooth('-16,20 -34,42 -44,38 -32,12'), skin, ink),
    cut(smooth('18,-20 30,-40 40,-36 30,-10'), skin, ink),
    cut(smooth('16,22 28,38 36,34 28,12'), skin, ink),
    shape(smooth('30,-4 44,2! 30,8'), skin),
    cut(smooth('-26,-14 -40,-18 -54,-8 -55,6 -44,14 -26,12'), skin, ink),
    cut(smooth('-34,0 -22,-24 4,-32 28,-20 36,2 26,22 2,31 -24,22'), leaf, ink),
    points('0,0 -19.5,0 19.5,0 -10,-17 10,-17 -10,17 10,17')
      .map(([x, y], index) =>
        at(x, y, shape(hexagon, index === 0 ? sun : deep(leaf, 0.22)), {
          scale: index === 0 ? 0.9 : 0.78,
        }),
      )
      .join(''),
    eyes(-46, -4, 0, palette, 3),
    oval(-42, 4, 4, 3, blush),
    line('M-53 5q3 3 6 1', earth, 1.5),
  ].join('');
}

export function anchor(palette: Palette): string {
  const { sky, rose, ink, paper } = palette;
  return [
    line('M0 -26V42', ink, 8, ' stroke-opacity=".16" transform="translate(1 1.6)"'),
    line('M0 -26V42M-18 -12H18M-36 16C-34 34 -16 42 0 42C16 42 34 34 36 16', deep(sky, 0.25), 8),
    line('M0 -26m-9 -9a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', deep(sky, 0.25), 6.5),
    shape('M-46 24L-36 8L-24 22Z M46 24L36 8L24 22Z', deep(sky, 0.25)),
    line('M-20 -34C-6 -26 14 -22 8 -8C2 2 -16 4 -10 18C-6 28 14 26 20 34', rose, 4.4),
    stitches(
      'M-20 -34C-6 -26 14 -22 8 -8C2 2 -16 4 -10 18C-6 28 14 26 20 34',
      paper,
      1.3,
      2.6,
      3.4,
    ),
  ].join('');
}
