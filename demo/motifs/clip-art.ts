import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { at, box, dot, shape } from '../drawing/shapes.ts';
import type { Motif } from './motif.ts';

/** The motif with a wide paper edge, like a die-cut sticker. */
export function sticker(motif: Motif, palette: Palette, edge = '#ffffff', width = 9): string {
  const drawn = motif(palette);
  return `<g stroke="${edge}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round">${drawn}</g>${drawn}`;
}

function liftedSticker(motif: Motif, palette: Palette, shadow: string): string {
  return at(1.6, 2.6, sticker(motif, palette, shadow)) + sticker(motif, palette);
}

/** One motif on a transparent background: what the buyer gets. */
export function cutoutSvg(motif: Motif, palette: Palette, edged: boolean): string {
  const content = edged ? sticker(motif, palette) : motif(palette);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-64 -64 128 128">${content}</svg>`;
}

export const backdrops = ['sunburst', 'dots', 'scallops', 'gingham', 'rings', 'stripes'] as const;

export type Backdrop = (typeof backdrops)[number];

function backdropOf(kind: Backdrop, colour: string): string {
  const light = pale(colour, 0.45);
  const plain = box(0, 0, 1000, 1000, colour);
  const steps = Array.from({ length: 11 }, (_, index) => index * 100);
  switch (kind) {
    case 'sunburst':
      return (
        plain +
        Array.from({ length: 14 }, (_, index) =>
          at(500, 500, shape('M0 0L-92 -820H92Z', light), { rotate: (index * 360) / 14 }),
        ).join('')
      );
    case 'dots':
      return (
        plain +
        steps.flatMap((y, row) => steps.map((x) => dot(x + (row % 2) * 50, y, 15, light))).join('')
      );
    case 'scallops':
      return (
        plain +
        steps
          .flatMap((y, row) =>
            steps.map(
              (x) =>
                dot(x + (row % 2) * 50, y, 50, row % 2 === 0 ? light : colour) +
                dot(
                  x + (row % 2) * 50,
                  y,
                  30,
                  row % 2 === 0 ? colour : light,
                  ' fill-opacity=".5"',
                ),
            ),
          )
          .join('')
      );
    case 'gingham':
      return (
        plain +
        steps
          .filter((_, index) => index % 2 === 0)
          .map(
            (start) =>
              box(start, 0, 100, 1000, light, 0, ' fill-opacity=".6"') +
              box(0, start, 1000, 100, light, 0, ' fill-opacity=".6"'),
          )
          .join('')
      );
    case 'rings':
      return (
        plain +
        [690, 560, 430, 300]
          .map((radius, index) => dot(500, 500, radius, index % 2 === 0 ? light : colour))
          .join('')
      );
    case 'stripes':
      return (
        plain +
        steps
          .filter((_, index) => index % 2 === 0)
          .map((start) => box(start, 0, 100, 1000, light))
          .join('')
      );
  }
}

/** The card: one large sticker, or up to nine, on a backdrop. */
export function stickersOnBackdropSvg(
  motifs: readonly Motif[],
  palette: Palette,
  kind: Backdrop,
  colour: string,
): string {
  const shadow = deep(colour, 0.25);
  const columns = motifs.length === 1 ? 1 : motifs.length <= 4 ? 2 : 3;
  const rows = Math.ceil(motifs.length / columns);
  const placed = motifs.map((motif, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, motifs.length - row * columns);
    const x = 500 + ((index % columns) - (inRow - 1) / 2) * (940 / columns);
    const y =
      500 + (row - (rows - 1) / 2) * (rows === 2 && columns === 3 ? 400 : 940 / Math.max(rows, 2));
    const scale = motifs.length === 1 ? 7.2 : columns === 2 ? 3.8 : rows === 2 ? 2.9 : 2.55;
    return at(x, y, liftedSticker(motif, palette, shadow), {
      scale,
      rotate: motifs.length === 1 ? -4 : ([-6, 4, -3, 6][index % 4] ?? 0),
    });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${backdropOf(kind, colour)}${placed.join('')}</svg>`;
}

/** The cut-out over the grey squares that mean transparency. */
export function transparencySvg(motif: Motif, palette: Palette): string {
  const squares: string[] = [];
  for (let index = 0; index < 400; index += 1) {
    const column = index % 20;
    const row = Math.floor(index / 20);
    if ((column + row) % 2 === 0) squares.push(`M${column * 50} ${row * 50}h50v50h-50Z`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${box(0, 0, 1000, 1000, '#ffffff')}${shape(squares.join(''), '#efeae4')}${at(500, 500, motif(palette), { scale: 7.4 })}</svg>`;
}
