import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { around, at, dot, line, oval, round, shape, stitches } from '../drawing/shapes.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';

interface ScallopOptions {
  readonly palette: Palette;
  readonly columns: number;
  /** Must be even, because every other row is shifted by half a scale. */
  readonly rows: number;
  readonly colours: readonly string[];
  readonly motifs?: readonly Motif[];
  readonly scale?: number;
  /** Ring colours inside each scale, outermost first. */
  readonly rings?: readonly string[];
}

/** Fish scales, hills or rainbows: rows of half circles, each covering part of the row above. */
export function scallops(options: ScallopOptions): Cloth {
  const { palette, columns, rows, colours, motifs = [], scale = 1, rings = [] } = options;
  const width = tileSize / columns;
  const height = tileSize / rows;
  const radius = width / 2;
  return () => {
    const pieces: string[] = [];
    for (let row = -1; row <= rows + 2; row += 1) {
      const home = (row + rows) % rows;
      for (let column = -1; column <= columns; column += 1) {
        const kind = (column + columns) % columns;
        const x = (column + (home % 2 === 1 ? 0.5 : 0) + 0.5) * width;
        const y = row * height;
        const colour = colours[(home + kind * 2) % colours.length] ?? palette.shade;
        const inner = rings
          .map((ring, index) => dot(0, 0, radius * (0.82 - (index * 0.7) / rings.length), ring))
          .join('');
        const motif = motifs[(kind + home) % motifs.length];
        const bare =
          rings.length === 0
            ? stitches(
                `M${round(-radius * 0.88)} 0A${round(radius * 0.88)} ${round(radius * 0.88)} 0 0 1 ${round(radius * 0.88)} 0`,
                pale(colour, 0.6),
                radius * 0.025,
                radius * 0.08,
                radius * 0.07,
              )
            : '';
        pieces.push(
          at(
            x,
            y,
            dot(0, 0, radius, colour) +
              line(
                `M${-radius} 0A${radius} ${radius} 0 0 1 ${radius} 0`,
                palette.ink,
                3,
                ' stroke-opacity=".14"',
              ) +
              bare +
              inner +
              (motif ? at(0, -radius * 0.42, motif(palette), { scale }) : ''),
          ),
        );
      }
    }
    return ground(palette.ground) + pieces.join('');
  };
}

interface OgeeOptions {
  readonly palette: Palette;
  readonly columns: number;
  readonly rows: number;
  readonly colours: readonly string[];
  readonly outline: string;
  readonly motifs: readonly Motif[];
  readonly scale: number;
}

/** Onion-shaped windows in a half-drop grid, with a motif in each. */
export function ogee({
  palette,
  columns,
  rows,
  colours,
  outline,
  motifs,
  scale,
}: OgeeOptions): Cloth {
  const width = tileSize / columns;
  const height = tileSize / rows;
  const w = width;
  const h = height / 2;
  const window = `M0 ${-h}C${w * 0.1} ${-h * 0.5} ${w * 0.48} ${-h * 0.62} ${w * 0.5} 0C${w * 0.48} ${h * 0.62} ${w * 0.1} ${h * 0.5} 0 ${h}C${-w * 0.1} ${h * 0.5} ${-w * 0.48} ${h * 0.62} ${-w * 0.5} 0C${-w * 0.48} ${-h * 0.62} ${-w * 0.1} ${-h * 0.5} 0 ${-h}Z`;
  return () => {
    const pieces: string[] = [];
    for (let column = 0; column < columns * 2; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const x = (column * width) / 2;
        const y = (row + (column % 2 === 1 ? 0.5 : 0)) * height;
        const colour = colours[column % colours.length] ?? palette.shade;
        const motif = motifs[(column + row * 2) % motifs.length];
        const content = [
          at(0, 0, shape(window, outline), { scale: 0.97 }),
          at(0, 0, shape(window, colour), { scale: 0.86 }),
          at(0, 0, stitches(window, pale(colour, 0.5), 4, 10, 10), { scale: 0.76 }),
          at(0, 0, motif?.(palette) ?? '', { scale }),
        ].join('');
        pieces.push(wrapped(x, y, h + 10, content));
      }
    }
    return ground(palette.ground) + pieces.join('');
  };
}

interface MedallionOptions {
  readonly palette: Palette;
  readonly columns: number;
  readonly rows: number;
  readonly colours: readonly string[];
  readonly motifs: readonly Motif[];
  /** Scale of the motif; the disc fills its cell. */
  readonly scale: number;
  readonly rim: 'petals' | 'stitches' | 'beads';
  readonly shift?: boolean;
}

/** Round badges, like buttons or embroidery hoops. */
export function medallions(options: MedallionOptions): Cloth {
  const { palette, columns, rows, colours, motifs, scale, rim, shift = true } = options;
  const width = tileSize / columns;
  const height = tileSize / rows;
  const radius = Math.min(width, height) * 0.43;
  return () => {
    const pieces: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = (column + 0.5) * width;
        const y = (row + 0.5 + (shift && column % 2 === 1 ? 0.5 : 0)) * height;
        const colour = colours[(column + row) % colours.length] ?? palette.paper;
        const motif = motifs[(column + row * 2) % motifs.length];
        pieces.push(
          wrapped(
            x,
            y,
            radius * 1.15,
            rimOf(rim, radius, colour) +
              dot(0, 0, radius * 0.88, colour) +
              (rim === 'stitches' ? stitchedRing(radius * 0.78, pale(colour, 0.7)) : '') +
              at(0, 0, motif?.(palette) ?? '', { scale }),
          ),
        );
        pieces.push(
          wrapped(
            x,
            y + height / 2,
            20,
            around(4, oval(0, -11, 7, 10, palette.leaf), 45) + dot(0, 0, 6, palette.sun),
          ),
        );
      }
    }
    return ground(palette.ground) + pieces.join('');
  };
}

function rimOf(rim: MedallionOptions['rim'], radius: number, colour: string): string {
  if (rim === 'petals')
    return around(18, oval(0, -radius * 0.88, radius * 0.15, radius * 0.13, deep(colour, 0.14)));
  if (rim === 'beads') return around(24, dot(0, -radius * 0.99, radius * 0.05, deep(colour, 0.2)));
  return dot(0, 0, radius * 0.97, deep(colour, 0.22));
}

function stitchedRing(radius: number, colour: string): string {
  return stitches(
    `M${round(-radius)} 0a${round(radius)} ${round(radius)} 0 1 0 ${round(radius * 2)} 0a${round(radius)} ${round(radius)} 0 1 0 ${round(-radius * 2)} 0`,
    colour,
    radius * 0.03,
    radius * 0.09,
    radius * 0.09,
  );
}
