import type { Palette } from '../drawing/palettes.ts';
import { between, type Random, randomFrom } from '../drawing/random.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Spot, scatter, spreadKinds } from './placing.ts';
import { type Cloth, ground, wrapped } from './tile.ts';

interface Layer {
  readonly motifs: readonly Motif[];
  readonly count: number;
  readonly scale: number;
  /** Maximum rotation of a motif, in degrees; 180 makes a pattern without an upside. */
  readonly tilt?: number;
  /** Never mirrors motifs, such as letters. By default half of them are mirrored. */
  readonly oneWay?: boolean;
  /** Extra room around each motif, as a factor of its size; below 1 for less room. */
  readonly air?: number;
}

interface TossedOptions {
  readonly seed: string;
  readonly palette: Palette;
  /** From large to small. */
  readonly layers: readonly Layer[];
  /** Motifs alternate between these, so that not every fox is orange. */
  readonly colourways?: readonly Palette[];
}

/** Motifs tossed over the tile, evenly spaced and upright unless tilted. */
export function tossed({ seed, palette, layers, colourways = [palette] }: TossedOptions): Cloth {
  return () => {
    const random = randomFrom(seed);
    const spots = scatter(
      random,
      layers.flatMap(({ count, scale, air = 1 }) =>
        Array.from({ length: count }, () => 50 * scale * air),
      ),
    );
    let first = 0;
    const body = layers.map((layer) => {
      const own = spots.slice(first, first + layer.count);
      first += layer.count;
      return layerOver(own, layer, colourways, random);
    });
    return ground(palette.ground) + body.join('');
  };
}

/** Draws a layer. Keeps equal motifs apart or, if there is only one motif, equal colours. */
function layerOver(
  spots: readonly Spot[],
  layer: Layer,
  colourways: readonly Palette[],
  random: Random,
): string {
  const { motifs, scale, tilt = 18, oneWay = false } = layer;
  const kinds = motifs.length === 1 ? colourways.length : motifs.length;
  const wanted = Array.from({ length: kinds }, (_, kind) =>
    Math.ceil((spots.length - kind) / kinds),
  );
  return spreadKinds(spots, wanted)
    .map((kind, order) => {
      const spot = spots[order];
      const motif = motifs[kind % motifs.length];
      const colours = colourways[(motifs.length === 1 ? kind : order + kind) % colourways.length];
      if (!spot || !motif || !colours) return '';
      return wrapped(spot.x, spot.y, 62 * scale, motif(colours), {
        scale: scale * between(random, 0.94, 1.06),
        rotate: between(random, -tilt, tilt),
        flip: random() < 0.5 && !oneWay,
      });
    })
    .join('');
}
