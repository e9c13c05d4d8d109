import type { Palette } from '../drawing/palettes.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';

interface GridOptions {
  readonly palette: Palette;
  readonly motifs: readonly Motif[];
  /** Must be even if `shift` moves every other one; otherwise the pattern doesn't match at the edge. */
  readonly columns: number;
  readonly rows: number;
  readonly scale: number;
  /** `columns` makes a half-drop pattern, `rows` a brick pattern. */
  readonly shift?: 'columns' | 'rows' | 'none';
  readonly tilt?: number;
  /** Drawn behind each motif, such as a disc or a wreath. */
  readonly behind?: Motif;
  readonly behindScale?: number;
  /** Drawn between the motifs, at the corners of their cells. */
  readonly between?: readonly Motif[];
  readonly betweenScale?: number;
  readonly colourways?: readonly Palette[];
}

/** Motifs in a half-drop, brick or straight grid. */
export function grid(options: GridOptions): Cloth {
  const { palette, motifs, columns, rows, scale, shift = 'columns', tilt = 0 } = options;
  const width = tileSize / columns;
  const height = tileSize / rows;
  const drop = (column: number, row: number) => ({
    x: (column + 0.5 + (shift === 'rows' && row % 2 === 1 ? 0.5 : 0)) * width,
    y: (row + 0.5 + (shift === 'columns' && column % 2 === 1 ? 0.5 : 0)) * height,
  });
  return () => {
    const under: string[] = [];
    const over: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const { x, y } = drop(column, row);
        const turn = column + row * (columns % motifs.length === 0 ? columns + 1 : columns);
        const motif = motifs[turn % motifs.length];
        const colours =
          options.colourways?.[(column + row * 2) % options.colourways.length] ?? palette;
        const { behind, behindScale = scale, betweenScale = scale / 3 } = options;
        if (behind)
          under.push(wrapped(x, y, 62 * behindScale, behind(colours), { scale: behindScale }));
        const lean = (column + row) % 2 === 0 ? tilt : -tilt;
        if (motif)
          over.push(
            wrapped(x, y, 62 * scale, motif(colours), {
              scale,
              rotate: lean,
              flip: (column + row) % 2 === 1,
            }),
          );
        const small = options.between?.[turn % options.between.length];
        if (small) {
          const beside = shift === 'columns' ? { x, y: y + height / 2 } : { x: x + width / 2, y };
          under.push(
            wrapped(beside.x, beside.y, 62 * betweenScale, small(palette), { scale: betweenScale }),
          );
        }
      }
    }
    return ground(palette.ground) + under.join('') + over.join('');
  };
}
