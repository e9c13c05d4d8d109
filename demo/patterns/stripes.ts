import type { Palette } from '../drawing/palettes.ts';
import { line, round, shape, stitches } from '../drawing/shapes.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';

interface Band {
  readonly colour: string;
  /** Relative width; all bands together fill the repeat. */
  readonly width: number;
  /** The shape of the edge towards the next band. */
  readonly edge?: 'straight' | 'scallop' | 'wave' | 'zigzag';
  readonly stitch?: string;
  readonly motifs?: readonly Motif[];
  readonly count?: number;
  readonly scale?: number;
}

interface StripesOptions {
  readonly palette: Palette;
  readonly bands: readonly Band[];
  /** How many times the bands are repeated in one tile. */
  readonly sets?: number;
  /** Makes the bands vertical; they are horizontal by default. */
  readonly upright?: boolean;
}

const teeth = 20;

/** The lower edge of a band, as a path across the whole tile. */
function edgePath(edge: Band['edge'], across: number): string {
  const step = tileSize / teeth;
  const from = `M${-step} ${round(across)}`;
  const repeated = (tooth: string) => from + tooth.repeat(teeth + 2);
  switch (edge) {
    case 'scallop':
      return repeated(`q${step / 2} ${step * 0.8} ${step} 0`);
    case 'wave':
      return repeated(`q${step / 4} ${step * 0.36} ${step / 2} 0t${step / 2} 0`);
    case 'zigzag':
      return repeated(`l${step / 2} ${step * 0.45}l${step / 2} ${-step * 0.45}`);
    default:
      return `${from}H${tileSize + step}`;
  }
}

/** Bands of colour with shaped edges, stitches and rows of motifs. */
export function stripes({ palette, bands, sets = 1, upright = false }: StripesOptions): Cloth {
  return () => {
    const total = bands.reduce((sum, band) => sum + band.width, 0) * sets;
    const laid = Array.from({ length: sets }, () => bands).flat();
    const pieces: string[] = [];
    const motifs: string[] = [];
    let across = 0;
    for (const [order, band] of laid.entries()) {
      const width = (band.width / total) * tileSize;
      pieces.push(bandShape(band, across, width));
      motifs.push(bandMotifs(band, across + width / 2, order, palette, upright));
      across += width;
    }
    // Each band covers the edge of the next, and the last one continues over the first.
    const last = laid.at(-1);
    const lastWidth = last ? (last.width / total) * tileSize : 0;
    const cloth = [...pieces.toReversed(), last ? bandShape(last, -lastWidth, lastWidth) : ''].join(
      '',
    );
    return (
      ground(palette.ground) +
      (upright ? `<g transform="matrix(0 1 1 0 0 0)">${cloth}</g>` : cloth) +
      motifs.join('')
    );
  };
}

function bandShape(band: Band, across: number, width: number): string {
  const lower = edgePath(band.edge, across + width);
  const piece = shape(`${lower}V${round(across)}H-60Z`, band.colour);
  const shadow =
    band.edge && band.edge !== 'straight' ? line(lower, '#3f2540', 3, ' stroke-opacity=".08"') : '';
  const seam = band.stitch
    ? stitches(
        `M-20 ${round(across + 11)}H1020M-20 ${round(across + width - 11)}H1020`,
        band.stitch,
        4,
        12,
        13,
      )
    : '';
  return shadow + piece + seam;
}

function bandMotifs(
  band: Band,
  middle: number,
  order: number,
  palette: Palette,
  upright: boolean,
): string {
  const { motifs = [], count = 0, scale = 1 } = band;
  return Array.from({ length: count }, (_, index) => {
    const motif = motifs[(index + order) % motifs.length];
    const along = ((index + 0.5 + (order % 2) * 0.5) / count) * tileSize;
    const [x, y] = upright ? [middle, along] : [along, middle];
    return motif ? wrapped(x, y, 62 * scale, motif(palette), { scale }) : '';
  }).join('');
}
