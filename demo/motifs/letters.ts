import { lettering } from '../drawing/lettering.ts';
import type { Palette } from '../drawing/palettes.ts';
import { at } from '../drawing/shapes.ts';
import type { Motif } from './motif.ts';

/** Every capital letter, as if stitched from felt. */
export const letters: readonly Motif[] = Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  (letter) => (palette: Palette) =>
    at(
      0,
      34,
      lettering(letter, { colour: palette.rose, size: 68, pen: 21, stitch: palette.paper }),
    ),
);
