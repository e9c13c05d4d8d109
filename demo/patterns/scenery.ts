import { deep, type Palette, pale } from '../drawing/palettes.ts';
import { between, type Random, randomFrom } from '../drawing/random.ts';
import { at, box, dot, line, round, shape, stitches } from '../drawing/shapes.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Cloth, ground, tileSize, wrapped } from './tile.ts';

interface SceneryOptions {
  readonly seed: string;
  readonly palette: Palette;
  readonly rows: number;
  readonly colours: readonly string[];
  /** The motifs on the crests, row by row. */
  readonly motifs: readonly Motif[];
  readonly perRow: number;
  readonly scale: number;
  readonly crest: 'hills' | 'waves';
}

/** Rows of hills or waves behind each other, with motifs on the crests. */
export function scenery(options: SceneryOptions): Cloth {
  const { seed, palette, rows, colours, motifs, perRow, scale, crest } = options;
  const height = tileSize / rows;
  return () => {
    const random = randomFrom(seed);
    const lines = Array.from({ length: rows }, () => crestLine(random, crest, height));
    const bands: string[] = [];
    for (let row = -1; row <= rows + 1; row += 1) {
      const home = (row + rows) % rows;
      const crestAt = lines[home];
      const colour = colours[home % colours.length] ?? palette.shade;
      if (!crestAt) continue;
      const standing = Array.from({ length: perRow + 2 }, (_, index) => {
        const turn = index - 1;
        const x = ((turn + 0.5 + (home % 2) * 0.5) / perRow) * tileSize;
        const motif = motifs[(((turn + perRow) % perRow) + home * 2) % motifs.length];
        return motif
          ? at(x, row * height + crestAt(x) - 34 * scale, motif(palette), { scale })
          : '';
      }).join('');
      bands.push(standing + band(crestAt, row * height, height * 2, colour, crest, palette));
    }
    return ground(palette.ground) + bands.join('');
  };
}

function crestLine(
  random: Random,
  crest: 'hills' | 'waves',
  height: number,
): (x: number) => number {
  const first = between(random, 0, Math.PI * 2);
  const second = between(random, 0, Math.PI * 2);
  const turn = (Math.PI * 2) / tileSize;
  if (crest === 'waves') return (x) => height * 0.1 * Math.sin(x * turn * 4 + first);
  return (x) =>
    height * (0.16 * Math.sin(x * turn * 2 + first) + 0.09 * Math.sin(x * turn * 3 + second));
}

function band(
  crestAt: (x: number) => number,
  top: number,
  height: number,
  colour: string,
  crest: 'hills' | 'waves',
  palette: Palette,
): string {
  const points = Array.from({ length: 53 }, (_, index) => (index - 1) * 20);
  const edge = points
    .map((x, index) => `${index === 0 ? 'M' : 'L'}${x} ${round(top + crestAt(x))}`)
    .join('');
  const under = (distance: number) =>
    points
      .map((x, index) => `${index === 0 ? 'M' : 'L'}${x} ${round(top + crestAt(x) + distance)}`)
      .join('');
  const detail =
    crest === 'waves'
      ? line(under(18), pale(colour, 0.55), 5) + line(under(40), pale(colour, 0.3), 4)
      : stitches(under(16), pale(colour, 0.5), 4, 12, 13) + tufts(crestAt, top, colour, palette);
  return `${line(edge, palette.ink, 4, ' stroke-opacity=".1" transform="translate(0 -2)"')}${shape(`${edge}V${top + height}H-20Z`, colour)}${detail}`;
}

function tufts(
  crestAt: (x: number) => number,
  top: number,
  colour: string,
  palette: Palette,
): string {
  return [90, 290, 430, 610, 790, 930]
    .map((x, index) => {
      const y = top + crestAt(x) + 52;
      return index % 2 === 0
        ? line(
            `M${x - 10} ${round(y - 12)}L${x - 4} ${round(y)}L${x} ${round(y - 18)}L${x + 4} ${round(y)}L${x + 10} ${round(y - 12)}`,
            deep(colour, 0.2),
            4,
          )
        : dot(x, y - 6, 7, palette.paper) + dot(x, y - 6, 3, palette.sun);
    })
    .join('');
}

interface GarlandOptions {
  readonly palette: Palette;
  readonly rows: number;
  readonly swags: number;
  readonly colours: readonly string[];
  /** Drawn where two swags meet. */
  readonly motifs: readonly Motif[];
  readonly scale: number;
  readonly pennant: 'triangle' | 'round' | 'bulb';
}

/** Bunting across the tile, swag after swag. */
export function garlands({
  palette,
  rows,
  swags,
  colours,
  motifs,
  scale,
  pennant,
}: GarlandOptions): Cloth {
  const width = tileSize / swags;
  const height = tileSize / rows;
  const sag = height * 0.42;
  const pieces = 6;
  return () => {
    const hung: string[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let swag = 0; swag < swags; swag += 1) {
        const left = swag * width + (row % 2 === 1 ? width / 2 : 0);
        const top = row * height + height * 0.12;
        const flags = Array.from({ length: pieces }, (_, index) => {
          const share = (index + 0.5) / pieces;
          const sagAt = 4 * sag * share * (1 - share);
          const slope = (Math.atan2(4 * sag * (1 - 2 * share), width) * 180) / Math.PI;
          const colour = colours[(index + row * 2) % colours.length] ?? palette.rose;
          return at((share - 0.5) * width, sagAt, flag(pennant, width / pieces, colour, palette), {
            rotate: slope,
          });
        }).join('');
        const rope = line(`M${-width / 2} 0Q0 ${sag * 2} ${width / 2} 0`, palette.ink, 4);
        hung.push(wrapped(left + width / 2, top, Math.max(width / 2, sag) + 80, rope + flags));
        const motif = motifs[(swag + row) % motifs.length];
        if (motif)
          hung.push(wrapped(left, top + 20 * scale, 62 * scale, motif(palette), { scale }));
      }
    }
    return ground(palette.ground) + hung.join('');
  };
}

function flag(
  kind: GarlandOptions['pennant'],
  width: number,
  colour: string,
  palette: Palette,
): string {
  const half = width * 0.38;
  if (kind === 'round')
    return dot(0, half, half, colour) + dot(0, half, half * 0.4, pale(colour, 0.5));
  if (kind === 'bulb')
    return (
      box(-6, -4, 12, 14, palette.earth, 3) +
      dot(0, half * 1.05, half * 0.8, colour) +
      dot(-half * 0.25, half * 0.85, half * 0.2, palette.paper)
    );
  return (
    shape(`M${-half} 0H${half}L0 ${half * 2.3}Z`, colour) +
    stitches(
      `M${round(-half * 0.6)} 9L0 ${round(half * 1.75)}L${round(half * 0.6)} 9`,
      pale(colour, 0.6),
      2.6,
      7,
      6,
    )
  );
}
