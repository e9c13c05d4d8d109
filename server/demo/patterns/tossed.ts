import type { Motif } from '../motifs/motif.ts';
import type { Palette } from '../palettes.ts';
import { between, randomFrom } from '../random.ts';
import { scatter } from './placing.ts';
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
export function tossed({ seed, palette, layers, colourways }: TossedOptions): Cloth {
  return () => {
    const random = randomFrom(seed);
    const pieces = layers.flatMap((layer) =>
      Array.from({ length: layer.count }, (_, index) => ({ layer, index })),
    );
    const spots = scatter(
      random,
      pieces.map(({ layer }) => 50 * layer.scale * (layer.air ?? 1)),
    );
    const body = pieces.map(({ layer, index }, order) => {
      const motif = layer.motifs[index % layer.motifs.length];
      const spot = spots[order];
      if (!motif || !spot) return '';
      const colours =
        colourways?.[Math.floor(index / layer.motifs.length + index) % colourways.length] ??
        palette;
      const tilt = layer.tilt ?? 18;
      return wrapped(spot.x, spot.y, 62 * layer.scale, motif(colours), {
        scale: layer.scale * between(random, 0.94, 1.06),
        rotate: between(random, -tilt, tilt),
        flip: random() < 0.5 && !layer.oneWay,
      });
    });
    return ground(palette.ground) + body.join('');
  };
}
