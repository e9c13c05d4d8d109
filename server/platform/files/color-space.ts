/** A colour in CIE 1931, without its lightness. */
export type Chromaticity = readonly [x: number, y: number];

export interface Primaries {
  readonly white: Chromaticity;
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
}

/** The light, from 0 to 1, of a channel's value from 0 to 1. */
export type Transfer = (value: number) => number;

/** What the numbers of a picture mean. */
export interface ColorSpace {
  readonly primaries: Primaries;
  readonly transfer: Transfer;
}

/** What the numbers of a picture mean whose channels change one another's light. */
export interface MixedSpace {
  /** Of each channel, before they are mixed. */
  readonly transfer: Transfer;
  /** The light of three channels in XYZ under D50, at most 1 for what a screen shows. */
  readonly xyzOf: (light: Triple) => Triple;
}

export type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** The white of colour profiles. */
export const d50: Triple = [0.9642, 1, 0.8249];

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * The matrix from a space's light to XYZ under D50, to which it is adapted as browsers do it (Bradford); null if its
 * primaries are on a line, its white is none, or one of them is beyond 1.
 */
export function toXyz({ white, red, green, blue }: Primaries): Matrix | null {
  if ([white, red, green, blue].flat().some((value) => value > 1)) return null;
  const columns = [red, green, blue].map(([x, y]): Triple => [x, y, 1 - x - y]);
  const whiteXyz: Triple = [white[0] / white[1], 1, (1 - white[0] - white[1]) / white[1]];
  const colors = transposed(columns as unknown as Matrix);
  const inverse = inverted(colors);
  if (inverse === null || !whiteXyz.every(Number.isFinite)) return null;
  const own = multiplied(colors, diagonal(applied(inverse, whiteXyz)));
  const from = applied(bradford, whiteXyz);
  const to = applied(bradford, d50);
  const back = inverted(bradford);
  if (back === null || from.some((value) => value <= 0)) return null;
  const scaled = diagonal([to[0] / from[0], to[1] / from[1], to[2] / from[2]]);
  return multiplied(multiplied(multiplied(back, scaled), bradford), own);
}

export const applied = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  mapped(matrix, ([a, b, c]) => a * x + b * y + c * z);

export const multiplied = (one: Matrix, other: Matrix): Matrix =>
  transposed(mapped(transposed(other), (column) => applied(one, column)));

const diagonal = ([x, y, z]: Triple): Matrix => [
  [x, 0, 0],
  [0, y, 0],
  [0, 0, z],
];

const transposed = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => [
  [a, d, g],
  [b, e, h],
  [c, f, i],
];

export function mapped<Given, Made>(
  [one, two, three]: readonly [Given, Given, Given],
  make: (each: Given) => Made,
): readonly [Made, Made, Made] {
  return [make(one), make(two), make(three)];
}

export function inverted([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < 1e-9) return null;
  const rows: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return mapped(rows, ([x, y, z]) => [x / determinant, y / determinant, z / determinant]);
}
