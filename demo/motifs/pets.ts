import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { at, cut, dot, line, mirrored, oval, shape, smooth, stitches } from '../drawing/shapes.ts';
import { cheeks, eyes, sleepyEyes, smile } from './motif.ts';

const whiskers = (y: number, x: number, colour: string): string =>
  line(`M${-x} ${y}l-13 -3M${-x} ${y + 5}l-13 2M${x} ${y}l13 -3M${x} ${y + 5}l13 2`, colour, 1.3);

function catHead(palette: Palette, coat: string): string {
  const { ink, blush, rose } = palette;
  const ear = smooth('16,-20 25,-28! 27,-12');
  return [
    cut(smooth(mirrored('0,-21 12,-22 28,-38! 33,-8 28,14 0,25')), coat, ink),
    shape(ear, blush),
    at(0, 0, shape(ear, blush), { flip: true }),
    line('M0 -18V-9M-7 -17V-11M7 -17V-11', deep(coat, 0.28), 2.6),
    eyes(0, 0, 14, palette, 3.6),
    cheeks(0, 9, 20, blush, 4.4),
    shape('M-3.4 6H3.4L0 10Z', rose),
    line('M0 10q-3 5 -7 2M0 10q3 5 7 2', ink, 1.6),
    whiskers(7, 25, ink),
  ].join('');
}

export function catFace(palette: Palette): string {
  return at(0, 8, catHead(palette, palette.sky), { scale: 1.3 });
}

export function catSitting(palette: Palette): string {
  const { warm, ink, rose, sun, paper } = palette;
  return [
    line('M18 40C44 44 48 20 36 10C30 4 40 -4 46 0', deep(warm, 0.1), 9),
    cut(smooth(mirrored('0,-8 18,2 27,30 20,47 0,49')), warm, ink),
    shape(smooth(mirrored('0,6 11,14 10,34 0,40')), pale(warm, 0.65)),
    line('M-24 20l6 2M-26 29l6 1M24 20l-6 2M26 29l-6 1', deep(warm, 0.24), 2.6),
    oval(-9, 46, 8, 5, pale(warm, 0.65)),
    oval(9, 46, 8, 5, pale(warm, 0.65)),
    at(0, -18, catHead(palette, warm), { scale: 0.86 }),
    line('M-16 3Q0 12 16 3', rose, 4),
    dot(0, 10, 4, sun),
    dot(0, 11, 1, paper),
  ].join('');
}

export function puppy(palette: Palette): string {
  const { earth, paper, ink, rose, blush } = palette;
  const coat = pale(earth, 0.62);
  const ear = smooth('18,-32 36,-30 46,-8 40,16 28,10 24,-10');
  return [
    cut(smooth(mirrored('0,-42 19,-35 33,-12 30,18 16,36 0,40')), coat, ink),
    shape(smooth('4,-26 16,-32 28,-14 24,6 10,6 4,-10'), earth),
    cut(ear, deep(earth, 0.1), ink),
    at(0, 0, cut(ear, deep(earth, 0.1), ink), { flip: true }),
    oval(0, 18, 18, 14, paper),
    shape(smooth('-4,24 4,24 6,34 0,40 -6,34'), rose),
    eyes(0, -5, 14, palette, 3.8),
    cheeks(0, 9, 22, blush, 4.6),
    oval(0, 10, 6.4, 4.8, ink),
    line('M0 14v5M-8 19q4 6 8 0q4 6 8 0', ink, 1.8),
  ].join('');
}

export function bunnyFace(palette: Palette): string {
  const { paper, ink, blush, rose, sky, plum } = palette;
  const coat = pale(plum, 0.62);
  const left = smooth('6,-12 2,-36 10,-53 20,-50 22,-30 18,-8');
  const inner = smooth('10,-14 7,-34 12,-46 17,-44 17,-28 14,-12');
  return [
    at(-4, 0, cut(left, coat, ink) + shape(inner, blush), { flip: true }),
    at(3, 0, cut(left, coat, ink) + shape(inner, blush), { rotate: 6 }),
    cut(smooth(mirrored('0,-21 20,-14 36,10 28,34 0,42')), coat, ink),
    oval(0, 24, 15, 11, paper),
    sleepyEyes(0, 8, 16, palette, 4.6),
    cheeks(0, 18, 24, blush, 5),
    shape('M-4 16H4L0 21Z', rose),
    line('M0 21q-4 6 -8 2M0 21q4 6 8 2', ink, 1.8),
    at(
      -22,
      -16,
      dot(-5, 0, 5, sky) +
        dot(5, 0, 5, sky) +
        dot(0, -5, 5, sky) +
        dot(0, 5, 5, sky) +
        dot(0, 0, 4, palette.sun),
    ),
  ].join('');
}

export function chick(palette: Palette): string {
  const { sun, warm, ink, rose } = palette;
  return [
    line('M-9 38V47M-14 48H-4M9 38V47M4 48H14', warm, 3),
    line('M0 -38C-4 -48 -10 -46 -10 -42M1 -38C2 -50 10 -50 9 -44', deep(sun, 0.12), 3),
    cut(smooth(mirrored('0,-39 20,-31 33,-4 30,26 0,40')), sun, ink),
    cut(smooth('-30,0 -44,10 -38,22 -26,18'), deep(sun, 0.1), ink),
    cut(smooth('30,0 44,10 38,22 26,18'), deep(sun, 0.1), ink),
    oval(0, 20, 17, 15, pale(sun, 0.5)),
    eyes(0, -12, 12, palette, 3.4),
    cheeks(0, -3, 20, rose, 4.6),
    shape('M-6 -7Q0 -11 6 -7L0 1Z', warm),
  ].join('');
}

export function lamb(palette: Palette): string {
  const { paper, ink, blush, earth, rose, leaf } = palette;
  const face = pale(earth, 0.5);
  const wool = Array.from({ length: 11 }, (_, index) => (index / 11) * Math.PI * 2).map(
    (angle) => [Math.sin(angle) * 33 + 6, -Math.cos(angle) * 22 + 6] as const,
  );
  return [
    line('M-8 28V45M10 30V46M24 28V45', deep(earth, 0.25), 5.5),
    wool.map(([x, y]) => dot(x + 0.9, y + 1.6, 13, ink, ' fill-opacity=".14"')).join(''),
    wool.map(([x, y]) => dot(x, y, 13, paper)).join(''),
    oval(6, 6, 34, 24, paper),
    line('M6 0q5 5 9 0M22 8q5 5 9 0M10 17q5 5 9 0M24 -8q4 4 8 0', deep(paper, 0.14), 1.8),
    cut(smooth('-18,-16 -4,-20 -8,-8!'), face, ink),
    cut(smooth('-42,-18 -54,-16 -46,-6!'), face, ink),
    cut(smooth('-26,-22 -14,-14 -14,4 -26,14 -38,4 -40,-14'), face, ink),
    dot(-32, -22, 7, paper),
    dot(-24, -25, 8, paper),
    dot(-17, -20, 6.4, paper),
    eyes(-27, -7, 6, palette, 2.4),
    cheeks(-27, 0, 9, blush, 3),
    smile(-27, 3, 2.6, palette),
    dot(-20, 15, 4, rose),
    dot(-14, 18, 3, leaf),
  ].join('');
}

export function pony(palette: Palette): string {
  const { plum, rose, sun, ink, blush, paper } = palette;
  const coat = pale(plum, 0.72);
  return [
    cut(smooth('8,-44 26,-46 40,-30 44,-6 38,14 46,34 30,44 20,30 22,0'), rose, ink),
    cut(
      smooth('-6,-34 12,-40 26,-24 26,10 32,48! -6,49! -6,26 -22,34 -38,28 -40,14 -26,-4 -20,-24'),
      coat,
      ink,
    ),
    cut('M4 -36L12 -56L18 -36Z', coat, ink),
    cut('M-14 -28L-26 -53L-4 -34Z', sun, ink),
    line('M-20 -36l8 -3M-23 -44l6 -2', paper, 1.8),
    cut(smooth('-10,-36 6,-46 18,-40 8,-30 4,-18 -4,-26'), rose, ink),
    oval(-29, 19, 2, 2.6, ink),
    line('M-30 27q7 1 11 -4', ink, 1.7),
    sleepyEyes(-8, -6, 0, palette, 5),
    oval(-8, 8, 5.4, 4, blush),
    stitches('M28 -30C36 -16 34 0 32 14', pale(rose, 0.6), 1.8),
  ].join('');
}
