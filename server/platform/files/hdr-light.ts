import { rec2020 } from './coding-points.ts';
import {
  applied,
  inverted,
  type MixedSpace,
  mapped,
  multiplied,
  type Primaries,
  type Transfer,
  type Triple,
  toXyz,
} from './color-space.ts';

/**
 * Pictures for brighter screens, on a usual one, as Chromium shows them: light beyond white is compressed by the
 * reference white tone mapping of SMPTE ST 2094-50, all channels by the factor of the brightest one, so that hues stay.
 */

/** In nits: white that isn't brighter than paper, and what a picture's brightest is unless it says so. */
const [paperWhite, usualBrightest] = [203, 1000];

interface HdrCurve {
  readonly transfer: Transfer;
  /** The light of the screen, 1 at white, by that of the scene, both in Rec. 2020. */
  readonly shown: (light: Triple) => Triple;
}

/** PQ and HLG, by their numbers in ITU-T H.273. */
export const hdrCurves: ReadonlyMap<number, HdrCurve> = new Map([
  [
    16,
    {
      transfer: (value) => {
        const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875];
        const power = value ** (1 / m2);
        return (10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1)) / paperWhite;
      },
      shown: (light) => light,
    },
  ],
  [
    18,
    {
      transfer: (value) => {
        const [a, b, shift] = [0.17883277, 0.28466892, 0.55991073];
        return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - shift) / a) + b) / 12;
      },
      shown: ([red, green, blue]) => {
        const luminance = Math.max(0, 0.2627 * red + 0.678 * green + 0.0593 * blue);
        const factor = (luminance ** 0.2 * usualBrightest) / paperWhite;
        return [red * factor, green * factor, blue * factor];
      },
    },
  ],
]);

/** The space of a picture whose brightest pixel has this many nits; null if its primaries make none. */
export function hdrSpace(
  primaries: Primaries,
  { transfer, shown }: HdrCurve,
  brightest = usualBrightest,
): MixedSpace | null {
  const own = toXyz(primaries);
  const wide = toXyz(rec2020);
  const fromXyz = wide && inverted(wide);
  if (!own || !wide || !fromXyz) return null;
  const toWide = multiplied(fromXyz, own);
  return {
    transfer,
    xyzOf: (light) => {
      const bright = shown(applied(toWide, light));
      const most = Math.max(...bright);
      const factor = most > 0 ? compressed(most, brightest / paperWhite) / most : 1;
      return applied(
        wide,
        mapped(bright, (channel) => channel * factor),
      );
    },
  };
}

/**
 * Light relative to white, at most `headroom`, as a share of the brightest that a usual screen shows: white is half of
 * it for a picture with the usual headroom, and from there a parabola (a quadratic Bézier curve) goes to the top.
 */
function compressed(light: number, headroom: number): number {
  if (light >= Math.max(1, headroom)) return 1;
  if (headroom <= 1) return light;
  const usual = Math.log2(usualBrightest / paperWhite);
  const white = 1 - 0.5 * Math.min(1, Math.log2(headroom) / usual);
  if (light <= 1) return light * white;
  const bend = 0.65;
  const [middle, height] = [1 - bend + bend / white, (1 - bend) * white + bend];
  // Solves x(t) = light for a curve from (1, white) towards (middle, height) to (headroom, 1).
  const square = 1 - 2 * middle + headroom;
  const linear = middle - 1;
  const t = (light - 1) / (linear + Math.sqrt(linear ** 2 + square * (light - 1)));
  return white * (1 - t) ** 2 + 2 * height * t * (1 - t) + t ** 2;
}
