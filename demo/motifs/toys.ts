import { deep, type Palette, pale } from '../drawing/palettes.ts';
import {
  around,
  at,
  box,
  cut,
  dot,
  line,
  oval,
  points,
  shape,
  smooth,
  stitches,
} from '../drawing/shapes.ts';
import { cheeks, eyes, sleepyEyes, smile } from './motif.ts';

export function pinwheel(palette: Palette): string {
  const { rose, sun, sky, leaf, earth, ink, paper } = palette;
  const blade = 'M0 0L0 -38C14 -42 30 -34 30 -22C30 -12 18 -2 0 0Z';
  const fold = 'M0 0L0 -38C8 -30 14 -14 0 0Z';
  return [
    cut('M-2.6 -10H2.6V56H-2.6Z', earth, ink),
    at(
      0,
      -14,
      [rose, sun, sky, leaf]
        .map((colour, index) =>
          at(0, 0, cut(blade, colour, ink) + shape(fold, pale(colour, 0.5)), {
            rotate: index * 90 - 20,
          }),
        )
        .join('') +
        dot(0, 0, 5, paper) +
        dot(0, 0, 2.4, ink),
    ),
  ].join('');
}

export function kite(palette: Palette): string {
  const { rose, sun, sky, leaf, ink, paper, plum } = palette;
  const bow = (colour: string) => shape('M0 0L-8 -5V5ZM0 0L8 -5V5Z', colour);
  return [
    line('M-8 22C-20 34 6 38 -4 46C-10 51 -22 48 -28 54', ink, 1.6),
    at(-10, 34, bow(plum), { rotate: 30 }),
    at(-4, 46, bow(sky), { rotate: -30 }),
    cut('M8 -52L38 -18L-8 22L-30 -30Z', sun, ink),
    shape('M8 -52L38 -18L2 -18Z', rose),
    shape('M2 -18L-8 22L-30 -30Z', sky),
    shape('M38 -18L-8 22L2 -18Z', leaf),
    stitches('M8 -52L-8 22M-30 -30L38 -18', paper, 1.8),
  ].join('');
}

export function heart(palette: Palette): string {
  const { rose, ink, blush } = palette;
  const outline =
    'M0 44C-30 24 -48 4 -46 -16C-44 -38 -14 -44 0 -20C14 -44 44 -38 46 -16C48 4 30 24 0 44Z';
  return [
    cut(outline, rose, ink),
    `<g transform="translate(0 -.6) scale(.83)">${stitches(outline, pale(rose, 0.6), 2, 4.4, 4)}</g>`,
    eyes(0, -6, 11, palette, 3),
    cheeks(0, 3, 18, blush, 4.4),
    smile(0, 3, 4, palette),
  ].join('');
}

/** A plain heart to scatter between motifs. */
export function heartlet(palette: Palette): string {
  return shape(
    'M0 42C-30 22 -46 4 -44 -16C-42 -38 -12 -42 0 -18C12 -42 42 -38 44 -16C46 4 30 22 0 42Z',
    palette.rose,
  );
}

export function cottage(palette: Palette): string {
  const { rose, paper, sun, earth, ink, leaf, sky } = palette;
  return [
    cut('M18 -40H30V-12H18Z', earth, ink),
    line('M24 -46C18 -50 30 -52 25 -56', pale(earth, 0.5), 2.6),
    cut('M-34 -8H34V46H-34Z', paper, ink),
    cut(smooth('-48,-2! -30,-26 0,-48! 30,-26 48,-2! 32,2 16,-2! 0,3 -16,-2! -32,2'), rose, ink),
    line(
      'M-22 -16q5 5 10 0M-2 -16q5 5 10 0M-12 -28q5 5 10 0M12 -14q5 5 10 0M4 -28q5 5 10 0',
      pale(rose, 0.45),
      1.8,
    ),
    cut('M-10 46V24C-10 10 10 10 10 24V46Z', sky, ink),
    dot(6, 32, 1.8, sun),
    box(-28, 12, 13, 14, sun, 2),
    box(16, 12, 13, 14, sun, 2),
    line('M-21.5 12V26M-28 19H-15M22.5 12V26M16 19H29', paper, 1.8),
    shape(smooth('-40,47 -38,36 -28,34 -18,38 -16,47'), leaf),
    shape(smooth('40,47 38,38 28,36 18,40 16,47'), leaf),
    dot(-30, 39, 2.4, rose),
    dot(-23, 42, 2, sun),
    dot(29, 41, 2.4, rose),
  ].join('');
}

export function caravan(palette: Palette): string {
  const { sky, paper, rose, sun, ink, earth, leaf } = palette;
  return [
    line('M-44 32H-56', earth, 4),
    cut(smooth('-44,30! -46,0 -36,-28 0,-34 36,-28 46,0 44,30!'), paper, ink),
    shape('M-45.5 4H45.5L44 30H-44Z', sky),
    stitches('M-42 9H42', paper, 1.8),
    cut('M6 30V-8C6 -20 26 -20 26 -8V30Z', rose, ink),
    dot(10, 10, 1.8, sun),
    box(11, -10, 10, 10, pale(sky), 4),
    box(-34, -16, 30, 15, pale(sky, 0.3), 4),
    line('M-34 -12q5 6 10 0q5 6 10 0q5 6 10 0', rose, 3),
    dot(-22, 34, 10, ink),
    dot(-22, 34, 4.4, sun),
    dot(34, 35, 5, ink),
    line('M-38 -30Q0 -16 38 -30', ink, 1),
    [-26, -13, 0, 13, 26]
      .map((x, i) =>
        shape(
          `M${x - 5} ${-25.4 + (26 - Math.abs(x)) * 0.09}h10l-5 9Z`,
          [rose, sun, leaf][i % 3] ?? rose,
        ),
      )
      .join(''),
  ].join('');
}

export function castle(palette: Palette): string {
  const { plum, rose, sun, ink, paper, sky } = palette;
  const wall = pale(plum, 0.45);
  const tower = (x: number, top: number, colour: string) =>
    `${cut(`M${x - 11} ${top}H${x + 11}V44H${x - 11}Z`, wall, ink)}${cut(`M${x - 15} ${top + 2}L${x} ${top - 26}L${x + 15} ${top + 2}Z`, colour, ink)}${shape(`M${x - 4} ${top + 22}v-8a4 4 0 0 1 8 0v8Z`, deep(plum, 0.3))}`;
  return [
    line('M-34 -36V-50M34 -36V-50M0 -46V-56', ink, 1.8),
    shape('M-34 -50L-22 -46L-34 -41ZM34 -50L46 -46L34 -41ZM0 -57L13 -52L0 -48Z', sun),
    cut('M-30 6V-2H-22V6H-14V-2H-6V6H6V-2H14V6H22V-2H30V44H-30Z', pale(plum, 0.3), ink),
    tower(-34, -10, rose),
    tower(34, -10, rose),
    tower(0, -20, sky),
    cut('M-12 44V26C-12 12 12 12 12 26V44Z', deep(plum, 0.35), ink),
    line('M-6 20V44M0 17V44M6 20V44', paper, 1, ' stroke-opacity=".4"'),
  ].join('');
}

export function envelope(palette: Palette): string {
  const { paper, rose, ink, blush, sky } = palette;
  return [
    cut('M-46 -28H46V32H-46Z', paper, ink),
    line('M-46 32L-10 2M46 32L10 2', blush, 2),
    cut('M-46 -28H46L4 10Q0 13 -4 10Z', blush, ink),
    at(0, 6, heartlet({ ...palette, rose }), { scale: 0.32 }),
    stitches('M-41 -24V27H41V-24', sky, 1.6),
  ].join('');
}

export function crown(palette: Palette): string {
  const { sun, rose, sky, ink, leaf } = palette;
  return [
    cut(smooth('-42,30! -48,-18! -22,4! 0,-36! 22,4! 48,-18! 42,30! 0,36'), sun, ink),
    dot(-48, -20, 5.4, rose),
    dot(48, -20, 5.4, rose),
    dot(0, -38, 6, sky),
    stitches('M-38 18Q0 24 38 18', deep(sun, 0.25), 1.8),
    at(0, 4, shape('M0 -9L7 0L0 9L-7 0Z', rose)),
    dot(-22, 11, 3.6, leaf),
    dot(22, 11, 3.6, leaf),
    sleepyEyes(0, 24, 7, palette, 3),
  ].join('');
}

export function button(palette: Palette): string {
  const { rose, ink, paper } = palette;
  return [
    cut('M-44 0a44 44 0 1 0 88 0a44 44 0 1 0 -88 0Z', rose, ink),
    line('M-33 0a33 33 0 1 0 66 0a33 33 0 1 0 -66 0', deep(rose, 0.16), 4),
    points('-9,-9 9,-9 -9,9 9,9')
      .map(([x, y]) => dot(x, y, 4.6, deep(rose, 0.45)))
      .join(''),
    line('M-9 -9L9 9M9 -9L-9 9', paper, 3),
  ].join('');
}

export function balloons(palette: Palette): string {
  const { rose, sun, sky, ink } = palette;
  const balloon = (x: number, y: number, colour: string) =>
    at(
      x,
      y,
      cut(smooth('0,-22 15,-16 18,2 6,20 0,24 -6,20 -18,2 -15,-16'), colour, ink) +
        shape('M-4 29L0 22L4 29Z', deep(colour)) +
        oval(-7, -8, 3.2, 5.4, pale(colour, 0.6)),
    );
  return [
    line('M-22 10C-20 28 -4 36 0 54M22 8C20 28 4 36 0 54M0 -2V54', ink, 1.2),
    balloon(-23, -14, sky),
    balloon(23, -16, sun),
    balloon(0, -27, rose),
    shape('M0 44L-9 38V50ZM0 44L9 38V50Z', rose),
  ].join('');
}

export function tent(palette: Palette): string {
  const { rose, paper, sun, ink, sky } = palette;
  return [
    line('M0 -46V-56', ink, 1.8),
    shape('M0 -57L14 -52L0 -47Z', sky),
    cut('M0 -46Q14 -10 46 0L40 44H-40L-46 0Q-14 -10 0 -46Z', paper, ink),
    shape('M0 -46Q-8 -12 -28 -4.6L-25 44H-40L-46 0Q-14 -10 0 -46Z', rose),
    shape('M0 -46Q8 -12 28 -4.6L25 44H40L46 0Q14 -10 0 -46Z', rose),
    shape('M0 -46Q-2 -10 -9 -2L-8 44H8L9 -2Q2 -10 0 -46Z', rose),
    cut(
      'M-46 0q5.8 9 11.5 0q5.8 9 11.5 0q5.8 9 11.5 0q5.8 9 11.5 0q5.8 9 11.5 0q5.8 9 11.5 0q5.8 9 11.5 0q5.8 9 11.5 0Q14 -10 0 -14Q-14 -10 -46 0Z',
      sun,
      ink,
    ),
    cut('M-9 44C-10 26 -6 18 0 14C6 18 10 26 9 44Z', ink, ink),
  ].join('');
}

export function wreath(palette: Palette): string {
  const { leaf, rose, sun } = palette;
  const leaflet = shape('M0 0C-6 -6 -5 -15 2 -18C7 -12 6 -5 0 0Z', leaf);
  return [
    around(
      16,
      at(0, -40, leaflet, { rotate: 52 }) +
        at(0, -40, shape('M0 0C-6 -6 -5 -15 2 -18C7 -12 6 -5 0 0Z', deep(leaf, 0.16)), {
          rotate: 128,
        }),
    ),
    around(8, dot(0, -40, 3, rose), 11),
    around(4, at(0, -40, around(5, oval(0, -5, 3.6, 5, pale(rose, 0.3))) + dot(0, 0, 3.2, sun)), 0),
  ].join('');
}
