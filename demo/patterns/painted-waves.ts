import { deep, type Palette } from '../drawing/palettes.ts';
import { between, randomFrom } from '../drawing/random.ts';
import { line, round, shape } from '../drawing/shapes.ts';
import { type Cloth, ground, overhang, tileSize } from './tile.ts';

/** Wavy watercolour bands that run into each other, light at the top and dark at the bottom. */
export function paintedWaves(
  seed: string,
  palette: Palette,
  colours: readonly string[],
  rows: number,
): Cloth {
  return () => {
    const random = randomFrom(seed);
    const height = tileSize / rows;
    const bands = Array.from({ length: rows }, (_, row) => {
      const colour = colours[row % colours.length] ?? palette.sky;
      const swell = [between(random, 0, 6), between(random, 0, 6), between(random, 0, 6)];
      const crest = (lift: number) => {
        const steps = 50;
        const along = Array.from({ length: steps + 1 }, (_, step) => {
          const x = -overhang + (step / steps) * (tileSize + 2 * overhang);
          const turn = (x / tileSize) * 2 * Math.PI;
          const [one = 0, two = 0, three = 0] = swell;
          const y =
            Math.sin(turn * 2 + one) * 0.26 +
            Math.sin(turn * 3 + two) * 0.13 +
            Math.sin(turn * 7 + three) * 0.04;
          return `${round(x)} ${round(y * height + lift)}`;
        });
        return along;
      };
      const band = (top: number, deepness: number) => {
        const upper = crest(top);
        const lower = crest(top + height * deepness).toReversed();
        return `M${upper.join('L')}L${lower.join('L')}Z`;
      };
      return (top: number) =>
        shape(band(top, 1.5), colour, ' fill-opacity=".5"') +
        shape(band(top + height * 0.28, 0.9), colour, ' fill-opacity=".38"') +
        line(`M${crest(top).join('L')}`, deep(colour, 0.2), 3, ' stroke-opacity=".4"');
    });
    // Bands that leave at the bottom continue at the top, in the same order.
    const layers = [-1, 0, 1].flatMap((turn) =>
      bands.map((band, row) => band(turn * tileSize + row * height)),
    );
    return ground(palette.ground) + layers.join('');
  };
}
