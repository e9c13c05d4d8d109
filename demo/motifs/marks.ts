import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { around, dot, line, oval, shape } from '../drawing/shapes.ts';

/** Small things to scatter between motifs. Drawn like a motif and in the same size, but without faces. */

export function speck(palette: Palette): string {
  return dot(0, 0, 40, palette.sun);
}

export function crossStitch(palette: Palette): string {
  return line('M-28 -28L28 28M28 -28L-28 28', palette.rose, 16);
}

export function plusMark(palette: Palette): string {
  return line('M0 -32V32M-32 0H32', palette.paper, 18);
}

export function leaflet(palette: Palette): string {
  return (
    shape('M0 46C-34 16 -30 -26 0 -48C30 -26 34 16 0 46Z', palette.leaf) +
    line('M0 40V-22', pale(palette.leaf, 0.4), 5)
  );
}

export function twig(palette: Palette): string {
  const leaf = 'M0 0C-8 -16 4 -34 24 -36C30 -16 18 -2 0 0Z';
  return [
    line('M0 46V-20', deep(palette.leaf), 6),
    shape(leaf, palette.leaf, ' transform="translate(0 30)"'),
    shape(leaf, palette.leaf, ' transform="translate(0 24) scale(-1 1)"'),
    shape(leaf, palette.leaf, ' transform="translate(0 2)"'),
    shape(leaf, palette.leaf, ' transform="translate(0 -4) scale(-1 1)"'),
    shape('M0 -14C-12 -26 -8 -42 0 -50C8 -42 12 -26 0 -14Z', palette.leaf),
  ].join('');
}

export function tinyFlower(palette: Palette): string {
  return around(5, oval(0, -25, 16, 21, palette.rose)) + dot(0, 0, 13, palette.sun);
}

export function tinyDaisy(palette: Palette): string {
  return around(8, oval(0, -28, 9, 18, palette.paper)) + dot(0, 0, 13, palette.sun);
}

export function raindrop(palette: Palette): string {
  return shape('M0 -46C18 -18 30 -4 30 14A30 30 0 0 1 -30 14C-30 -4 -18 -18 0 -46Z', palette.sky);
}

export function sparkle(palette: Palette): string {
  return shape(
    'M0 -48C4 -12 12 -4 48 0C12 4 4 12 0 48C-4 12 -12 4 -48 0C-12 -4 -4 -12 0 -48Z',
    palette.sun,
  );
}

export function ringlet(palette: Palette): string {
  return `<circle r="26" fill="none" stroke="${palette.sky}" stroke-width="13"/>`;
}

export function dash(palette: Palette): string {
  return line('M-32 0H32', palette.warm, 20);
}

export function bubble(palette: Palette): string {
  return (
    dot(0, 0, 40, pale(palette.sky, 0.55), ' fill-opacity=".6"') +
    line('M-24 -8A26 26 0 0 1 -6 -25', palette.paper, 7)
  );
}

export function berryMark(palette: Palette): string {
  return dot(0, 0, 30, palette.rose) + dot(-10, -10, 8, pale(palette.rose, 0.6));
}
