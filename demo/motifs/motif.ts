import type { Palette } from '../drawing/palettes.ts';
import { dot, line, oval } from '../drawing/shapes.ts';

/** A drawing around (0, 0) within a radius of 56, in the colours of a palette. */
export type Motif = (palette: Palette) => string;

/** Two round eyes with a highlight. */
export function eyes(x: number, y: number, gap: number, palette: Palette, size = 2.6): string {
  return [x - gap, x + gap]
    .map(
      (cx) =>
        `${dot(cx, y, size, palette.ink)}${dot(cx + size * 0.3, y - size * 0.35, size * 0.32, palette.paper)}`,
    )
    .join('');
}

/** Two sleeping eyes. */
export function sleepyEyes(x: number, y: number, gap: number, palette: Palette, size = 4): string {
  return [x - gap, x + gap]
    .map((cx) =>
      line(`M${cx - size} ${y}q${size} ${size * 1.1} ${size * 2} 0`, palette.ink, size * 0.45),
    )
    .join('');
}

export function smile(x: number, y: number, width: number, palette: Palette): string {
  return line(`M${x - width} ${y}q${width} ${width * 1.1} ${width * 2} 0`, palette.ink, 1.5);
}

export function cheeks(x: number, y: number, gap: number, colour: string, size = 3.6): string {
  return [x - gap, x + gap]
    .map((cx) => oval(cx, y, size, size * 0.72, colour, ' fill-opacity=".75"'))
    .join('');
}
