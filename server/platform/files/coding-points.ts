import type { Chromaticity, Primaries, Transfer } from './color-space.ts';

/** The colour spaces that a PNG's `cICP` chunk names by the numbers of ITU-T H.273: those that Chromium knows, too. */

const d65: Chromaticity = [0.3127, 0.329];
const c: Chromaticity = [0.31, 0.316];

/** Of sRGB and BT.709. */
export const srgbPrimaries: Primaries = {
  white: d65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};
const smpte170m: Primaries = {
  white: d65,
  red: [0.63, 0.34],
  green: [0.31, 0.595],
  blue: [0.155, 0.07],
};
export const rec2020: Primaries = {
  white: d65,
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
};
const p3: Pick<Primaries, 'red' | 'green' | 'blue'> = {
  red: [0.68, 0.32],
  green: [0.265, 0.69],
  blue: [0.15, 0.06],
};

/** What H.273 numbers 13 is sRGB. */
export const srgbTransfer: Transfer = (value) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

export const powerTransfer =
  (exponent: number): Transfer =>
  (value) =>
    value ** exponent;

export const codedPrimaries: ReadonlyMap<number, Primaries> = new Map([
  [1, srgbPrimaries],
  [4, { white: c, red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08] }],
  [5, { white: d65, red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06] }],
  [6, smpte170m],
  [7, smpte170m],
  [8, { white: c, red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049] }],
  [9, rec2020],
  [10, { white: [1 / 3, 1 / 3], red: [1, 0], green: [0, 1], blue: [0, 0] }],
  [11, { white: [0.314, 0.351], ...p3 }],
  [12, { white: d65, ...p3 }],
  [22, { white: d65, red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077] }],
]);

const bt1886 = powerTransfer(2.4);

export const codedTransfers: ReadonlyMap<number, Transfer> = new Map([
  [1, bt1886],
  [4, powerTransfer(2.2)],
  [5, powerTransfer(2.8)],
  [6, bt1886],
  [7, (value) => (value <= 0.0912 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45))],
  [8, (value) => value],
  [11, bt1886],
  [13, srgbTransfer],
  [14, bt1886],
  [15, bt1886],
  [17, (value) => (value ** 2.6 * 52.37) / 48],
]);
