import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { at, line, points, round, shape } from '../drawing/shapes.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';

interface VinesOptions {
  readonly palette: Palette;
  readonly stems: number;
  /** Full bends of each stem in one repeat. */
  readonly bends: number;
  readonly blooms: readonly Motif[];
  readonly scale: number;
}

/** Winding stems with leaves along them and a bloom in every bend. */
export function vines({ palette, stems, bends, blooms, scale }: VinesOptions): Cloth {
  const spacing = tileSize / stems;
  const sway = spacing * 0.26;
  const length = tileSize / bends;
  return () => {
    const green: string[] = [];
    const flowers: string[] = [];
    for (let stem = 0; stem < stems; stem += 1) {
      const middle = (stem + 0.5) * spacing;
      const phase = stem % 2 === 0 ? 0 : Math.PI;
      const swayAt = (y: number) => sway * Math.sin((y / length) * Math.PI * 2 + phase);
      const path = Array.from({ length: 61 }, (_, index) => {
        const y = index * 20 - 100;
        return `${index === 0 ? 'M' : 'L'}${round(middle + swayAt(y))} ${y}`;
      }).join('');
      green.push(line(path, deep(palette.leaf, 0.15), 9 * scale));
      for (let bend = 0; bend < bends * 2; bend += 1) {
        const top = (bend + 0.5) * (length / 2);
        const side = Math.sign(swayAt(top)) || 1;
        const bloom = blooms[(bend + stem) % blooms.length];
        const colours = palette;
        flowers.push(
          wrapped(
            middle + swayAt(top) - side * spacing * 0.3,
            top,
            62 * scale,
            bloom?.(colours) ?? '',
            { scale, rotate: side * -12 },
          ),
        );
        for (const [offset, way] of points('-0.32,1 -0.16,-1 0.16,1 0.32,-1')) {
          const y = top + (offset * length) / 2;
          green.push(
            wrapped(middle + swayAt(y), y, 60 * scale, leaf(palette, way), {
              scale: scale * 0.9,
              rotate: way * 62,
            }),
          );
        }
      }
    }
    return ground(palette.ground) + green.join('') + flowers.join('');
  };
}

function leaf(palette: Palette, way: number): string {
  const colour = way === 1 ? palette.leaf : deep(palette.leaf, 0.12);
  return (
    shape('M0 0C-20 -12 -18 -40 0 -56C18 -40 20 -12 0 0Z', colour) +
    line('M0 -6V-40', pale(colour, 0.4), 2.4)
  );
}

interface ArchesOptions {
  readonly palette: Palette;
  readonly columns: number;
  readonly rows: number;
  readonly colours: readonly string[];
  readonly frame: string;
  readonly motifs: readonly Motif[];
  readonly scale: number;
}

/** Small arched windows with a motif in each. */
export function arches({
  palette,
  columns,
  rows,
  colours,
  frame,
  motifs,
  scale,
}: ArchesOptions): Cloth {
  const width = tileSize / columns;
  const height = tileSize / rows;
  const arch = (half: number, tall: number) =>
    `M${-half} ${tall / 2}V${-tall / 2 + half}A${half} ${half} 0 0 1 ${half} ${-tall / 2 + half}V${tall / 2}Z`;
  return () => {
    const pieces: string[] = [];
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const x = (column + 0.5) * width;
        const y = (row + 0.5 + (column % 2 === 1 ? 0.5 : 0)) * height;
        const colour = colours[(column + row) % colours.length] ?? palette.paper;
        const motif = motifs[(column + row * columns) % motifs.length];
        pieces.push(
          wrapped(
            x,
            y,
            height / 2,
            [
              shape(arch(width * 0.44, height * 0.92), frame),
              shape(arch(width * 0.385, height * 0.84), colour),
              line(`M${-width * 0.44} ${height * 0.46}H${width * 0.44}`, deep(frame, 0.12), 10),
              at(0, height * 0.42 - 50 * scale, motif?.(palette) ?? '', { scale }),
            ].join(''),
          ),
        );
      }
    }
    return ground(palette.ground) + pieces.join('');
  };
}
