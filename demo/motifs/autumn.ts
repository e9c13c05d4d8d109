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

export function toadstool(palette: Palette): string {
  const { rose, paper, ink, blush, leaf } = palette;
  return [
    cut(smooth(mirrored('0,-2 12,-2 14,20 20,40 12,46 0,47')), paper, ink),
    cut(smooth('-50,2! -44,-18 -24,-40 0,-46 24,-40 44,-18 50,2! 26,7 0,4 -26,7'), rose, ink),
    oval(-22, -20, 8, 6.4, paper),
    oval(8, -31, 9, 6.6, paper),
    oval(29, -12, 7, 6, paper),
    oval(2, -10, 6, 4.6, paper),
    oval(-36, -4, 5, 4, paper),
    oval(16, -4, 3, 2.4, paper),
    eyes(0, 20, 7, palette, 2.6),
    cheeks(0, 27, 11, blush, 3.4),
    smile(0, 26, 3.4, palette),
    shape('M-26 47L-22 36L-18 46L-14 38L-10 47ZM12 47L16 38L20 46L25 35L28 47Z', leaf),
  ].join('');
}

/** A tall brown mushroom with its little one. */
export function mushrooms(palette: Palette): string {
  const { earth, warm, paper, ink, blush } = palette;
  return [
    at(
      26,
      22,
      cut('M-7 -4H7L9 24Q0 28 -9 24Z', paper, ink) +
        cut(smooth('-22,0! -16,-14 0,-22 16,-14 22,0! 0,4'), warm, ink) +
        stitches('M-14 -6Q0 -14 14 -6', pale(warm, 0.6), 1.6),
    ),
    cut(smooth('-22,-6 -2,-6 -1,20 4,46 -12,49 -28,46 -22,20'), paper, ink),
    cut(smooth('-46,-2! -40,-28 -12,-50 16,-30 23,-2! -12,4'), earth, ink),
    stitches('M-33 -18Q-12 -46 10 -19', pale(earth, 0.55), 1.8),
    line('M-30 0l3 6M-20 2l1 7M-10 2v8M0 2l-1 7M8 0l-3 6', deep(paper, 0.2), 1.6),
    sleepyEyes(-12, 22, 6, palette, 3),
    cheeks(-12, 28, 10, blush, 3),
    smile(-12, 28, 2.6, palette),
  ].join('');
}

export function pumpkin(palette: Palette): string {
  const { warm, leaf, ink, rose } = palette;
  return [
    cut(smooth('-5,-22 -6,-38 -14,-46! -2,-47 5,-38 6,-22'), deep(leaf, 0.25), ink),
    line('M6 -30C16 -46 30 -42 28 -32C26 -26 20 -30 24 -36', leaf, 2.4),
    cut(smooth('-18,-24 -40,-18 -50,8 -42,34 -20,42 -8,8'), deep(warm, 0.1), ink),
    cut(smooth('18,-24 40,-18 50,8 42,34 20,42 8,8'), deep(warm, 0.1), ink),
    cut(smooth(mirrored('0,-24 22,-22 31,10 22,40 0,44')), warm, ink),
    line('M-16 -16C-24 0 -24 20 -17 36M16 -16C24 0 24 20 17 36', deep(warm, 0.2), 1.6),
    eyes(0, 6, 10, palette, 3.2),
    cheeks(0, 15, 17, rose, 4.4),
    smile(0, 13, 4.6, palette),
  ].join('');
}

export function ghost(palette: Palette): string {
  const { paper, ink, blush, plum, warm } = palette;
  return [
    cut(
      smooth('-34,44! -36,0 -30,-30 0,-48 30,-30 36,0 34,44! 23,34 11,45! 0,35 -11,45! -23,34'),
      paper,
      ink,
    ),
    line('M-33 10C-42 10 -46 4 -46 -2M33 10C42 10 46 4 46 -2', paper, 9),
    eyes(0, -12, 11, palette, 4.4),
    cheeks(0, -1, 19, blush, 5),
    oval(0, 2, 3.6, 4.6, ink),
    shape('M0 20L-12 13V27ZM0 20L12 13V27Z', warm),
    dot(0, 20, 3.2, plum),
  ].join('');
}

export function bat(palette: Palette): string {
  const { plum, ink, blush, sun, paper } = palette;
  const wing = smooth('10,-10 30,-30 54,-20! 48,2 50,14! 38,8 30,18! 20,10 10,16');
  const side =
    cut(wing, deep(plum, 0.2), ink) +
    line('M14 -2L50 -17M16 4L46 10', plum, 2) +
    cut('M6 -22L20 -44L22 -16Z', plum, ink) +
    shape('M11 -23L18 -36L19 -19Z', blush);
  return [
    side,
    at(0, 0, side, { flip: true }),
    cut(smooth(mirrored('0,-28 18,-24 24,-2 16,22 0,30')), plum, ink),
    oval(0, 16, 10, 9, pale(plum, 0.35)),
    dot(-9, -7, 5.6, sun),
    dot(9, -7, 5.6, sun),
    eyes(0, -7, 9, palette, 3.4),
    cheeks(0, 2, 15, blush, 3.6),
    smile(0, 2, 3.6, palette),
    shape('M-3 5L-1.6 8.6L0 5.2Z', paper),
  ].join('');
}

export function oakLeaf(palette: Palette): string {
  const { warm, ink, earth } = palette;
  return [
    line('M0 20V52', deep(earth, 0.15), 4),
    cut(
      smooth(
        mirrored('0,-50 10,-44 9,-34 22,-34 24,-20 17,-14 34,-10 34,6 22,10 28,24 14,32 0,36'),
      ),
      warm,
      ink,
    ),
    line(
      'M0 -36V34M0 -14L14 -26M0 -14L-14 -26M0 6L22 -4M0 6L-22 -4M0 24L16 18M0 24L-16 18',
      pale(warm, 0.45),
      1.9,
    ),
  ].join('');
}

export function wellies(palette: Palette): string {
  const { sun, ink, rose, paper } = palette;
  const boot = [
    cut('M-15 -40H13L12 8C12 16 34 12 36 34V42H-15Z', sun, ink),
    shape('M-15 36H36.5V40Q36 45 31 45H-10Q-15 45 -15 40Z', deep(sun, 0.28)),
    shape('M-17 -41H15V-31Q-1 -27 -17 -31Z', rose),
    points('-7,-18 4,-6 -8,6 4,20 20,24')
      .map(([x, y]) => dot(x, y, 2.8, paper))
      .join(''),
  ].join('');
  return (
    at(14, -4, boot, { scale: 0.94, rotate: 4 }) + at(-16, 4, boot, { scale: 0.94, rotate: -4 })
  );
}

export function appleBasket(palette: Palette): string {
  const { rose, earth, leaf, ink, sun } = palette;
  const apple = (x: number, y: number, colour: string) =>
    at(
      x,
      y,
      cut(smooth(ring(8, 14)), colour, ink) +
        line('M0 -12V-19', earth, 2.6) +
        shape('M1 -16C6 -22 12 -22 15 -19C11 -14 6 -13 1 -16Z', leaf) +
        oval(-5, -4, 2.4, 3.6, pale(colour, 0.5)),
    );
  return [
    line('M-38 4C-36 -56 36 -56 38 4', deep(earth, 0.2), 5),
    apple(-22, -4, rose),
    apple(20, -5, leaf),
    apple(0, -12, sun),
    apple(-8, 2, rose),
    cut(smooth('-44,2! 44,2! 36,38 26,46 -26,46 -36,38'), earth, ink),
    stitches('M-40 12H40M-38 22H38M-35 32H35', pale(earth, 0.5), 3, 8, 5),
    line('M-44 3H44', pale(earth, 0.25), 6),
  ].join('');
}
