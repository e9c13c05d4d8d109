import type { Palette } from '../drawing/palettes.ts';
import { between, type Random, randomFrom } from '../drawing/random.ts';
import type { Motif } from '../motifs/motif.ts';
import { type Spot, scatter, spreadKinds } from './placing.ts';
import { type Cloth, ground, wrapped } from './tile.ts';

interface Layer {
  readonly motifs: readonly Motif[];
  readonly count: number;
  readonly scale: number;
  /** How far a motif may lean, in degrees; 180 makes a cloth without an upside. */
  readonly tilt?: number;
  /** Half of them look the other way, unless they are letters. */
  readonly oneWay?: boolean;
  /** Keeps this much more or less room around each, as a share of its size. */
  readonly air?: number;
}

interface TossedOptions {
  readonly seed: string;
  readonly palette: Palette;
  /** From large to small. */
  readonly layers: readonly Layer[];
  /** Motifs take these in turn, so that not every fox is orange. */
  readonly colourways?: readonly Palette[];
}

/** Motifs thrown over the cloth as by hand, evenly spaced, none upside down unless asked. */
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

/** Equal motifs keep apart; where there is only one motif, equal colours do. */
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
