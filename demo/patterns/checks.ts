import type { Palette } from '../drawing/palettes.ts';
import { at, box, dot, line, shape, stitches } from '../drawing/shapes.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Cloth, ground, overhang, tileSize, wrapped } from './tile.ts';

interface GinghamOptions {
  readonly palette: Palette;
  readonly colour: string;
  /** Number of pairs of a coloured and a plain stripe in one repeat. */
  readonly pairs: number;
  readonly motifs?: readonly Motif[];
  readonly scale?: number;
  /** Puts a motif on every other plain square instead of on each. */
  readonly sparse?: boolean;
}

/** Gingham; motifs sit on the plain squares, where no coloured stripes cross. */
export function gingham(options: GinghamOptions): Cloth {
  const { palette, colour, pairs, motifs = [], scale = 0.8, sparse = false } = options;
  const cell = tileSize / pairs / 2;
  const thread = ' fill-opacity=".5"';
  return () => {
    const threads: string[] = [];
    const placed: string[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      threads.push(
        box(-overhang, pair * cell * 2, tileSize + overhang * 2, cell, colour, 0, thread),
      );
      threads.push(
        box(pair * cell * 2, -overhang, cell, tileSize + overhang * 2, colour, 0, thread),
      );
      for (let column = 0; column < pairs; column += 1) {
        const motif = motifs[(column + pair * 2) % motifs.length];
        if (!motif || (sparse && (column + pair) % 2 === 1)) continue;
        const x = (column * 2 + 1.5) * cell;
        const y = (pair * 2 + 1.5) * cell;
        placed.push(wrapped(x, y, 62 * scale, motif(palette), { scale }));
      }
    }
    return ground(palette.ground) + threads.join('') + placed.join('');
  };
}

interface Thread {
  readonly colour: string;
  readonly width: number;
  /** Where the thread starts, as a share of the sett. */
  readonly offset: number;
  readonly stitched?: boolean;
}

/** Tartan: threads of several widths crossing. */
export function plaid(palette: Palette, threads: readonly Thread[], setts: number): Cloth {
  const sett = tileSize / setts;
  return () => {
    const weft: string[] = [];
    for (let count = 0; count < setts; count += 1) {
      for (const { colour, width, offset, stitched } of threads) {
        const start = (count + offset) * sett;
        if (stitched) {
          const path = `M${-overhang * 2} ${start}H${tileSize + overhang}`;
          weft.push(
            line(path, colour, width, ' stroke-linecap="butt" stroke-dasharray="10 10"').replace(
              ' stroke-linecap="round"',
              '',
            ),
          );
        } else {
          weft.push(
            box(-overhang, start, tileSize + overhang * 2, width, colour, 0, ' fill-opacity=".55"'),
          );
        }
      }
    }
    const cloth = weft.join('');
    return `${ground(palette.ground)}${cloth}<g transform="matrix(0 1 1 0 0 0)">${cloth}</g>`;
  };
}

interface CheckerboardOptions {
  readonly palette: Palette;
  readonly colours: readonly string[];
  /** Squares along one side; must be a multiple of the number of colours. */
  readonly squares: number;
  readonly motifs: readonly Motif[];
  readonly scale: number;
  readonly rounded?: boolean;
}

/** Coloured squares with a motif in each, or in every other one. */
export function checkerboard(options: CheckerboardOptions): Cloth {
  const { palette, colours, squares, motifs, scale, rounded = false } = options;
  const side = tileSize / squares;
  return () => {
    const board: string[] = [];
    const placed: string[] = [];
    for (let row = 0; row < squares; row += 1) {
      for (let column = 0; column < squares; column += 1) {
        const turn = (row + column) % colours.length;
        const inset = rounded ? side * 0.04 : 0;
        const edge = side - inset * 2 + (rounded ? 0 : 0.6);
        board.push(
          box(
            column * side + inset,
            row * side + inset,
            edge,
            edge,
            colours[turn] ?? palette.shade,
            rounded ? side * 0.22 : 0,
          ),
        );
        const motif = motifs[(column + row * 3) % motifs.length];
        if (motif && (turn === 0 || rounded)) {
          placed.push(at((column + 0.5) * side, (row + 0.5) * side, motif(palette), { scale }));
        }
      }
    }
    return ground(palette.ground) + board.join('') + placed.join('');
  };
}

interface PatchworkOptions {
  readonly palette: Palette;
  readonly motifs: readonly Motif[];
  readonly grounds: readonly string[];
  readonly squares: number;
  readonly scale: number;
}

/** A sewn quilt top: squares of different fabrics with running stitches inside the seams. */
export function patchwork({ palette, motifs, grounds, squares, scale }: PatchworkOptions): Cloth {
  const side = tileSize / squares;
  return () => {
    const pieces: string[] = [];
    for (let row = 0; row < squares; row += 1) {
      for (let column = 0; column < squares; column += 1) {
        const colour = grounds[(column + row * 2) % grounds.length] ?? palette.shade;
        const content = [
          box(0, 0, side + 0.6, side + 0.6, colour),
          patchTexture((column * 2 + row * 3) % 4, side, palette.paper),
        ];
        const inset = side * 0.07;
        content.push(
          stitches(
            `M${inset} ${inset}H${side - inset}V${side - inset}H${inset}Z`,
            palette.paper,
            3.4,
            11,
            11,
          ),
        );
        if ((column + row) % 2 === 0) {
          const motif = motifs[((column + row * squares) >> 1) % motifs.length];
          content.push(at(side / 2, side / 2, motif?.(palette) ?? '', { scale }));
        }
        pieces.push(at(column * side, row * side, content.join('')));
      }
    }
    return ground(palette.ground) + pieces.join('');
  };
}

function patchTexture(kind: number, side: number, colour: string): string {
  const faint = ' fill-opacity=".32"';
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => share * side);
  if (kind === 1)
    return steps
      .map((y, row) =>
        steps
          .map((x) =>
            dot(x + (row % 2 ? 0 : side * 0.1) - side * 0.05, y, side * 0.025, colour, faint),
          )
          .join(''),
      )
      .join('');
  if (kind === 2)
    return steps.map((x) => box(x - side * 0.03, 0, side * 0.06, side, colour, 0, faint)).join('');
  if (kind === 3)
    return steps
      .map(
        (x) =>
          box(x - side * 0.05, 0, side * 0.1, side, colour, 0, ' fill-opacity=".2"') +
          box(0, x - side * 0.05, side, side * 0.1, colour, 0, ' fill-opacity=".2"'),
      )
      .join('');
  return '';
}

interface ArgyleOptions {
  readonly palette: Palette;
  readonly colours: readonly [string, string];
  readonly columns: number;
  readonly rows: number;
  readonly motifs: readonly Motif[];
  readonly scale: number;
}

/** Diamonds with a thin stitched lattice over them. */
export function argyle({ palette, colours, columns, rows, motifs, scale }: ArgyleOptions): Cloth {
  const width = tileSize / columns;
  const height = tileSize / rows;
  return () => {
    const diamonds: string[] = [];
    const lattice: string[] = [];
    const placed: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = column * width;
        const y = row * height;
        const across = `M${x} ${y + height / 2}L${x + width / 2} ${y}L${x + width} ${y + height / 2}L${x + width / 2} ${y + height}Z`;
        diamonds.push(shape(across, colours[(column + row) % 2] ?? colours[0]));
        lattice.push(
          line(
            `M${x} ${y}L${x + width} ${y + height}M${x + width} ${y}L${x} ${y + height}`,
            palette.paper,
            2.4,
            ' stroke-opacity=".8"',
          ),
        );
        const motif = motifs[(column + row) % motifs.length];
        if (motif) placed.push(at(x + width / 2, y + height / 2, motif(palette), { scale }));
      }
    }
    return ground(palette.ground) + diamonds.join('') + lattice.join('') + placed.join('');
  };
}
