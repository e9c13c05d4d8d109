import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
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
import { eyes, smile } from './motif.ts';

const spots = (places: string, colour: string): string =>
  points(places)
    .map(([x, y], index) => dot(x, y, index % 2 === 0 ? 3.2 : 2.2, colour))
    .join('');

export function longNeck(palette: Palette): string {
  const { leaf, sun, ink, blush } = palette;
  const coat = pale(leaf, 0.1);
  return [
    shape('M2 -4L8 -14L14 -3L22 -10L25 2L34 -2L34 9Z', sun),
    cut(smooth('12,24 10,46! 22,46! 24,24'), deep(coat, 0.16), ink),
    cut(smooth('-20,24 -22,46! -10,46! -6,24'), deep(coat, 0.16), ink),
    cut(
      smooth(
        '-48,-32 -44,-46 -28,-50 -18,-40 -16,-22 -6,-6 12,-6 30,4 40,18 55,16! 46,34 30,34 30,46! 19,46! 16,36 -8,36 -10,46! -21,46! -26,24 -30,-2 -34,-22 -44,-25',
      ),
      coat,
      ink,
    ),
    shape(smooth('-27,6 -14,16 10,24 28,26 16,35 -8,35 -24,24'), pale(coat, 0.55)),
    spots('2,2 12,8 22,12 -8,2 -24,-10 -24,-20', deep(coat, 0.22)),
    eyes(-34, -39, 0, palette, 3),
    oval(-29, -32, 4, 3, blush),
    smile(-43, -33, 3, palette),
  ].join('');
}

export function stegosaurus(palette: Palette): string {
  const { sky, rose, sun, ink, blush } = palette;
  const plate = (x: number, y: number, size: number, colour: string) =>
    cut(
      `M${x - size} ${y + size}L${x - size * 0.7} ${y - size * 0.6}L${x} ${y - size * 1.5}L${x + size * 0.7} ${y - size * 0.6}L${x + size} ${y + size}Z`,
      colour,
      ink,
    );
  return [
    plate(-19, -10, 8, sun),
    plate(-3, -19, 11, rose),
    plate(16, -17, 11, sun),
    plate(33, -4, 8, rose),
    cut(smooth('-8,24 -6,42! 6,42! 8,24'), deep(sky, 0.22), ink),
    cut(smooth('18,20 20,42! 32,42! 32,20'), deep(sky, 0.22), ink),
    cut(
      smooth(
        '-52,12 -48,0 -36,-4 -22,-4 -4,-16 16,-16 34,-2 44,8 55,4! 50,20 36,24 28,26 27,42! 14,42! 12,30 -6,31 -8,42! -20,42! -22,24 -34,22 -48,20',
      ),
      sky,
      ink,
    ),
    shape(smooth('-22,14 0,20 24,18 12,29 -6,30 -20,23'), pale(sky, 0.55)),
    spots('2,-4 14,0 -8,4 26,6', deep(sky, 0.2)),
    eyes(-40, 4, 0, palette, 3),
    oval(-33, 12, 4, 3, blush),
    smile(-46, 13, 3.4, palette),
  ].join('');
}

export function tyrannosaur(palette: Palette): string {
  const { warm, sun, ink, paper, blush } = palette;
  return [
    shape('M-2 -46L6 -52L9 -42L17 -42L16 -32L24 -28L20 -19L28 -12L24 -4L33 2L28 10Z', sun),
    cut(
      smooth(
        '-46,-30 -40,-44 -18,-49 4,-44 12,-26 14,-8 26,8 40,18 54,12! 52,26 38,36 24,36 26,46! 10,47! 8,38 -4,38 -6,47! -22,47! -20,32 -22,12 -16,-6 -20,-12 -42,-16',
      ),
      warm,
      ink,
    ),
    shape(smooth('-15,-4 -2,6 6,22 -2,36 -17,34 -20,12'), pale(warm, 0.6)),
    line('M-17 8C-23 8 -26 11 -27 15M-13 14C-19 15 -22 18 -22 22', deep(warm, 0.16), 5),
    line('M-42 -22C-30 -17 -18 -18 -8 -25', ink, 1.8),
    shape('M-36 -20L-34 -15L-31 -19ZM-28 -18.5L-25 -14L-22.5 -18.7Z', paper),
    eyes(-18, -36, 0, palette, 3.6),
    oval(-6, -28, 4.4, 3.2, blush),
    dot(-40, -33, 1.4, deep(warm, 0.35)),
    spots('4,-22 7,-8 16,8 28,20 2,4', deep(warm, 0.18)),
  ].join('');
}

export function triceratops(palette: Palette): string {
  const { plum, sun, ink, paper, blush, rose } = palette;
  const frill = smooth(
    mirrored('0,-47 12,-41! 22,-45 29,-33! 40,-30 40,-16! 47,-4 38,8! 34,20 0,24'),
  );
  return [
    cut(frill, rose, ink),
    stitches(smooth(mirrored('0,-37 22,-33 35,-14 32,10 0,18')), pale(rose, 0.6), 1.8),
    cut(smooth('-22,-16 -28,-34 -22,-46! -17,-32 -12,-18'), paper, ink),
    cut(smooth('22,-16 28,-34 22,-46! 17,-32 12,-18'), paper, ink),
    cut(smooth(mirrored('0,-25 20,-20 29,-2 25,20 12,40 0,46')), plum, ink),
    shape(smooth(mirrored('0,22 15,24 15,36 0,46')), sun),
    cut('M-6 14Q0 -4 6 14Q0 18 -6 14Z', paper, ink),
    eyes(0, 2, 15, palette, 3.6),
    oval(-20, 13, 4.6, 3.4, blush),
    oval(20, 13, 4.6, 3.4, blush),
    smile(0, 32, 5, palette),
    spots('-8,-16 0,-19 8,-15', deep(plum, 0.25)),
  ].join('');
}

export function pterosaur(palette: Palette): string {
  const { rose, sun, ink, blush } = palette;
  const wing = smooth('4,-8 22,-26 54,-24! 44,-12 40,2! 30,-2 24,10! 12,10');
  return [
    cut(wing, sun, ink),
    cut(smooth('-4,-8 -22,-26 -54,-24! -44,-12 -40,2! -30,-2 -24,10! -12,10'), sun, ink),
    line('M8 -2L46 -21M8 4L34 -4M-8 -2L-46 -21M-8 4L-34 -4', deep(sun, 0.16), 1.8),
    line('M-5 26L-8 38M5 26L8 38', deep(rose, 0.2), 4),
    cut(smooth(mirrored('0,-20 12,-12 14,12 7,28 0,36!')), rose, ink),
    oval(0, 14, 7, 10, pale(rose, 0.55)),
    cut(smooth('-18,-30 -4,-42 14,-40 34,-50! 20,-26 6,-14 -10,-14 -38,-22!'), rose, ink),
    eyes(-4, -29, 0, palette, 3.2),
    oval(3, -21, 4, 3, blush),
    line('M-36 -22Q-22 -20 -12 -22', ink, 1.5),
  ].join('');
}

export function dinosaurEgg(palette: Palette): string {
  const { leaf, paper, sun, ink, blush, sky } = palette;
  const shell = smooth(
    '-33,4! -23,12! -14,2! -4,12! 6,2! 16,12! 25,3! 33,6! 32,30 16,46 -16,46 -32,30',
  );
  return [
    shape('M-6 -34L-3 -44L3 -36L9 -42L11 -32Z', sun),
    cut(smooth(mirrored('0,-36 20,-30 27,-8 22,14 0,18')), leaf, ink),
    eyes(0, -13, 11, palette, 3.4),
    oval(-18, -3, 4.4, 3.2, blush),
    oval(18, -3, 4.4, 3.2, blush),
    smile(0, -5, 4.4, palette),
    cut(shell, paper, ink),
    points('-18,26 2,22 20,28 -6,38 12,40')
      .map(([x, y], index) => dot(x, y, index % 2 === 0 ? 5 : 3.4, sky))
      .join(''),
    cut(smooth('-12,-32 -16,-44 0,-50 14,-44 11,-33! 4,-38! -3,-32! -8,-37!'), paper, ink),
    dot(0, -44, 2.6, sky),
  ].join('');
}

export function volcano(palette: Palette): string {
  const { earth, warm, sun, ink, rose, blush } = palette;
  return [
    cut(
      smooth('-10,-30 -22,-35 -20,-44 -9,-45 -3,-54 9,-50 12,-44 22,-42 21,-32 8,-29'),
      blush,
      ink,
    ),
    cut(smooth('-50,42! -32,18 -18,-24! 18,-24! 32,18 50,42!'), earth, ink),
    cut(smooth('-18,-24! 18,-24! 22,-6 17,2 12,-8 7,12 0,14 -3,-4 -9,4 -15,2 -21,-12'), warm, ink),
    line('M-12 -22H10', sun, 3.4),
    eyes(0, 22, 12, palette, 3),
    oval(-19, 30, 4.6, 3.4, rose),
    oval(19, 30, 4.6, 3.4, rose),
    smile(0, 29, 4, palette),
  ].join('');
}
