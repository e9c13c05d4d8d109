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

function foxHead(palette: Palette, asleep: boolean): string {
  const { warm, paper, ink, blush } = palette;
  const head = mirrored('0,-16 11,-17 25,-36! 29,-12 31,3 17,17 0,24');
  const ear = smooth('15,-19 23,-29! 25,-14');
  const cheek = smooth('0,24 17,17 31,3! 19,-1 8,4 0,12');
  return [
    cut(smooth(head), warm, ink),
    shape(ear, deep(warm, 0.45)),
    at(0, 0, shape(ear, deep(warm, 0.45)), { flip: true }),
    shape(cheek, paper),
    at(0, 0, shape(cheek, paper), { flip: true }),
    asleep ? sleepyEyes(0, 0, 13, palette, 4) : eyes(0, -1, 12, palette, 2.8),
    cheeks(0, 8, 18, blush, 3.6),
    oval(0, 19, 4, 3.2, ink),
  ].join('');
}

export function foxFace(palette: Palette): string {
  return at(0, 6, foxHead(palette, false), { scale: 1.4 });
}

export function foxAsleep(palette: Palette): string {
  const { warm, paper, ink } = palette;
  const body = smooth('-34,-4 -12,-28 20,-30 44,-8 46,18 26,36 -12,36 -38,24');
  const tail = smooth('48,2 53,22 38,42 8,47 -20,43 -33,34! -14,29 12,27 32,22');
  const tip = smooth('2,47 -20,43 -33,34! -14,29 3,27.5 -3,33 5,37 -2,42');
  return [
    cut(body, warm, ink),
    stitches('M4 -22Q26 -20 35 -2', deep(warm, 0.3), 1.4),
    stitches('M10 -12Q21 -10 26 0', deep(warm, 0.3), 1.4),
    cut(tail, deep(warm, 0.12), ink),
    shape(tip, paper),
    at(-22, 5, foxHead(palette, true), { scale: 0.92, rotate: -8 }),
  ].join('');
}

export function foxSitting(palette: Palette): string {
  const { warm, paper, ink } = palette;
  const tail = smooth('10,40 30,44 48,30 50,6 40,-12! 36,6 26,16 12,20');
  const tip = smooth('50,6 40,-12! 36,6 40,10 44,6 48,12');
  const body = smooth('-20,46 -26,24 -16,0 0,-6 16,0 26,24 20,46 0,49');
  return [
    cut(tail, deep(warm, 0.12), ink),
    shape(tip, paper),
    cut(body, warm, ink),
    shape(smooth('0,-2 11,10 10,28 0,35 -10,28 -11,10'), paper),
    oval(-9, 46, 8, 5, deep(warm, 0.45)),
    oval(9, 46, 8, 5, deep(warm, 0.45)),
    at(0, -18, foxHead(palette, false), { scale: 0.98 }),
  ].join('');
}

export function hedgehog(palette: Palette): string {
  const { earth, blush, ink, sun, rose } = palette;
  const spikes: [number, number, 0 | 1][] = [];
  for (let index = 0; index <= 26; index += 1) {
    const angle = ((-200 + index * 9) * Math.PI) / 180;
    const reach = index % 2 === 0 ? 42 : 36;
    spikes.push([6 + Math.cos(angle) * reach, 10 + Math.sin(angle) * reach * 0.95, 1]);
  }
  const coat = smooth([...spikes, [42, 30], [10, 36], [-30, 34]]);
  const face = smooth('-12,-6 -24,6 -36,14 -50,20 -50,25 -40,32 -12,36 2,20');
  const flecks = points('0,-14 14,-18 26,-8 12,-4 30,8 20,10 8,12 34,22 20,25');
  return [
    oval(-20, 36, 8, 5, deep(earth, 0.3)),
    oval(24, 37, 8, 5, deep(earth, 0.3)),
    cut(coat, earth, ink),
    flecks.map(([x, y]) => line(`M${x} ${y}l3 -6`, pale(earth, 0.45), 2)).join(''),
    cut(face, pale(earth, 0.72), ink),
    dot(-49, 21, 4.2, ink),
    eyes(-29, 14, 0, palette, 3),
    oval(-24, 24, 4.6, 3.2, blush),
    line('M-43 28q5 4 10 1', ink, 1.5),
    oval(-12, 4, 6, 7, deep(earth, 0.1)),
    oval(-12, 5, 3.4, 4.2, blush),
    at(14, -30, `${dot(0, 0, 7, rose)}${dot(0, 0, 2.4, sun)}`, {}),
  ].join('');
}

export function owl(palette: Palette): string {
  const { plum, paper, sun, warm, ink, blush } = palette;
  const body = smooth(mirrored('0,-38 14,-40 29,-49! 31,-28 37,2 31,34 0,46'));
  const wing = smooth('30,-12 44,8 40,32 27,40 24,14');
  const belly = smooth(mirrored('0,-6 18,2 23,24 14,40 0,44'));
  const scallops = points('-9,10 9,10 0,20 -16,20 16,20 -9,30 9,30');
  return [
    oval(-10, 46, 7, 4, warm),
    oval(10, 46, 7, 4, warm),
    cut(body, plum, ink),
    shape(belly, pale(plum, 0.68)),
    scallops.map(([x, y]) => line(`M${x - 5} ${y}q5 6 10 0`, plum, 1.8)).join(''),
    cut(wing, deep(plum), ink),
    at(0, 0, cut(wing, deep(plum), ink), { flip: true }),
    dot(-14, -19, 14, paper),
    dot(14, -19, 14, paper),
    dot(-14, -19, 10.5, sun),
    dot(14, -19, 10.5, sun),
    eyes(0, -19, 13, palette, 6.4),
    shape(smooth('-5,-13 5,-13 0,-3!'), warm),
    cheeks(0, -4, 23, blush, 4),
  ].join('');
}

export function bunny(palette: Palette): string {
  const { paper, blush, ink, rose, earth } = palette;
  const coat = pale(earth, 0.66);
  const ear = smooth('7,-12 5,-34 12,-52 21,-48 22,-30 17,-10');
  const inner = smooth('11,-16 10,-32 13,-44 17,-42 17,-30 14,-15');
  const body = smooth(mirrored('0,8 18,14 27,34 18,48 0,49'));
  const head = smooth(mirrored('0,-19 16,-17 26,-2 20,14 0,19'));
  const bothSides = (part: string) => part + at(0, 0, part, { flip: true });
  return [
    dot(27, 40, 8, paper),
    cut(body, coat, ink),
    oval(0, 36, 12, 11, paper),
    bothSides(cut(ear, coat, ink) + shape(inner, blush)),
    cut(head, coat, ink),
    bothSides(oval(10, 46, 8, 5, deep(coat, 0.06))),
    eyes(0, -2, 11, palette, 2.8),
    cheeks(0, 6, 16, blush, 4.4),
    shape(smooth('-3,3 3,3 0,7!'), rose),
    line('M0 7q-3 4 -6 2M0 7q3 4 6 2', ink, 1.4),
    at(0, 19, `${shape('M0 0L-10 -5L-10 6ZM0 0L10 -5L10 6Z', rose)}${dot(0, 0, 2.8, deep(rose))}`),
  ].join('');
}

export function bear(palette: Palette): string {
  const { earth, ink, blush, rose } = palette;
  const snout = pale(earth, 0.62);
  const ear = dot(24, -26, 13, earth) + dot(24, -26, 7, blush);
  return [
    ear,
    at(0, 0, ear, { flip: true }),
    cut(smooth(mirrored('0,-36 26,-29 42,-2 33,27 0,38')), earth, ink),
    oval(0, 14, 18, 14, snout),
    oval(0, 7, 6, 4.4, ink),
    line('M0 11v5M-6 17q3 4 6 -1q3 5 6 1', ink, 1.8),
    eyes(0, -5, 16, palette, 3.4),
    cheeks(0, 9, 27, rose, 5),
    stitches('M-8 -28q8 -4 16 0', deep(earth, 0.3), 1.4),
  ].join('');
}

export function deer(palette: Palette): string {
  const { earth, paper, ink, blush, leaf, rose } = palette;
  const coat = pale(earth, 0.12);
  const side = [
    line('M11 -24C14 -36 22 -38 22 -50M17 -36C24 -36 30 -38 32 -46', deep(earth, 0.35), 4),
    cut(smooth('15,-18 30,-28 45,-24! 38,-12 22,-6'), coat, ink),
    shape(smooth('22,-15 31,-22 40,-21! 33,-13'), blush),
  ].join('');
  return [
    side,
    at(0, 0, side, { flip: true }),
    cut(smooth(mirrored('0,-27 18,-22 24,-2 17,22 11,37 0,41')), coat, ink),
    shape(smooth(mirrored('0,12 12,14 14,26 9,37 0,40')), pale(earth, 0.75)),
    oval(0, 24, 5.6, 4.2, ink),
    smile(0, 32, 4, palette),
    eyes(0, 0, 14, palette, 3.6),
    cheeks(0, 9, 15, blush, 4.2),
    points('0,-18 -7,-13 7,-13 0,-9')
      .map(([x, y]) => dot(x, y, 2, paper))
      .join(''),
    at(-17, -25, shape('M0 0C-8 -2 -12 -8 -10 -13C-3 -12 1 -7 0 0Z', leaf), { rotate: 20 }),
    at(-15, -25, `${dot(0, 0, 4.5, rose)}${dot(0, 0, 1.6, paper)}`),
  ].join('');
}

export function squirrel(palette: Palette): string {
  const { warm, earth, paper, ink, blush } = palette;
  const coat = deep(warm, 0.16);
  const tail = smooth('14,44 40,40 50,14 44,-14 52,-34 34,-46 14,-32 16,-10 24,8 14,24');
  const body = smooth('-16,46 -20,24 -10,4 6,-2 20,14 24,36 16,47');
  const head = smooth('-28,-8 -22,-22 -8,-28 8,-24 13,-9 6,5 -12,8 -25,3');
  return [
    cut(tail, pale(coat, 0.2), ink),
    line('M28 36C42 26 40 8 34 -8C30 -22 38 -32 32 -38', pale(coat, 0.5), 5),
    cut(body, coat, ink),
    oval(-4, 28, 11, 15, pale(coat, 0.7)),
    shape(smooth('2,-22 6,-38! 14,-18'), coat),
    shape(smooth('-14,-24 -12,-38! -4,-24'), deep(coat)),
    cut(head, coat, ink),
    dot(-28, -6, 3, ink),
    eyes(-11, -11, 0, palette, 3.2),
    oval(-12, -1, 4.4, 3.2, blush),
    at(-24, 24, acorn(palette), { scale: 0.36, rotate: -12 }),
    line('M-2 18Q-10 27 -18 26', deep(coat, 0.3), 5),
    oval(0, 46, 13, 5, deep(earth, 0.15)),
    dot(-24, -2, 0.8, paper),
  ].join('');
}

export function acorn(palette: Palette): string {
  const { earth, warm, ink, leaf } = palette;
  return [
    cut(smooth(mirrored('0,-12 26,-8 26,12 14,32 0,44!')), pale(warm, 0.25), ink),
    line('M14 2q2 12 -6 22', pale(warm, 0.6), 3),
    cut(smooth(mirrored('0,-34 22,-28 33,-8 26,-2 0,2')), earth, ink),
    stitches('M-24 -10Q0 -4 24 -10M-20 -19Q0 -13 20 -19', pale(earth, 0.45), 2.2, 4, 4),
    line('M0 -34q1 -8 7 -12', deep(earth, 0.3), 4.5),
    shape('M8 -44C16 -54 30 -54 38 -46C30 -38 18 -36 8 -44Z', leaf),
    line('M12 -44q10 -1 20 -2', pale(leaf), 1.4),
  ].join('');
}
