import { distance, fullWeight, type Lab, type Swatch } from './swatches.ts';

/** Colours this near are taken for the same when a design is looked for by colour. */
const alike = 0.12;
/** A light and a dark blue are both blue: lightness counts less than hue. */
const lightnessShare = 0.5;
/** A colour that covers less than a fifteenth or so of a design isn't what it is seen as. */
const leastWeight = 1;
/** The distance at which two colours still count as shared to about a third. */
const sharedSpread = 0.07;
/** How much of the harmony is the area in common colours; the rest is the colours by themselves. */
const areaShare = 0.7;
/** What a common designer, and a common category, add to the harmony of two designs. */
const byDesigner = 0.04;
const inCategory = 0.02;

/** Designs with less don't go well together. */
export const leastHarmony = 0.3;

function hueDistance(one: Lab, other: Lab): number {
  const lightness = lightnessShare * (one.lightness - other.lightness);
  return Math.hypot(lightness, one.a - other.a, one.b - other.b);
}

/** Whether a design has this colour. */
export function hasColor(swatches: readonly Swatch[], wanted: Lab): boolean {
  return swatches.some(
    ({ lab, weight }) => weight > leastWeight && hueDistance(lab, wanted) <= alike,
  );
}

/** What the smallest area adds to the distance of a colour: of two that look alike, the design with more of it is nearer. */
const smallAreaDistance = 0.07;
/** Distances that nobody can tell apart count as the same, so that the newer design comes first. */
const distanceSteps = 1000;

/** How far a design is from a colour it has, in whole steps; 0: all of it is that colour. */
export function colorDistance(swatches: readonly Swatch[], wanted: Lab): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { lab, weight } of swatches) {
    if (weight <= leastWeight || hueDistance(lab, wanted) > alike) continue;
    const ofArea = smallAreaDistance * (1 - weight / fullWeight);
    least = Math.min(least, distance(lab, wanted) + ofArea);
  }
  return Math.round(least * distanceSteps);
}

/** How near two colours at this distance are, 0 to 1. */
function nearness(away: number): number {
  return Math.exp(-((away / sharedSpread) ** 2));
}

/** How much of a palette has a counterpart in another, 0 to 1. `least`: how far each colour's is. */
function covered(palette: readonly Swatch[], least: readonly number[]): number {
  let total = 0;
  let shared = 0;
  for (const [place, { weight }] of palette.entries()) {
    // By the root, so that a small accent counts for more than its area.
    const share = Math.sqrt(weight);
    total += share;
    shared += share * nearness(least[place] ?? Number.POSITIVE_INFINITY);
  }
  return total === 0 ? 0 : shared / total;
}

/** How much of their area two palettes share, 0 to 1. `pairs`: their colours, the nearest first. */
function sharedArea(
  one: readonly Swatch[],
  other: readonly Swatch[],
  pairs: readonly Pair[],
): number {
  const mine = areas(one);
  const theirs = areas(other);
  let shared = 0;
  for (const { row, column, away } of pairs) {
    const left = mine[row] ?? 0;
    const part = Math.min(left, theirs[column] ?? 0);
    if (part === 0) continue;
    mine[row] = left - part;
    theirs[column] = (theirs[column] ?? 0) - part;
    shared += part * nearness(away);
  }
  return shared;
}

function areas(palette: readonly Swatch[]): number[] {
  let total = 0;
  for (const { weight } of palette) total += weight;
  return palette.map(({ weight }) => weight / total);
}

/** A colour of each of two palettes, by their places. */
interface Pair {
  readonly row: number;
  readonly column: number;
  readonly away: number;
}

/**
 * How well two palettes go together, 0 to 1: as coordinates of a quilt do, by the area in colours they share,
 * and by the colours themselves, however small.
 */
export function harmony(one: readonly Swatch[], other: readonly Swatch[]): number {
  const pairs: Pair[] = [];
  const fromOne = one.map(() => Number.POSITIVE_INFINITY);
  const fromOther = other.map(() => Number.POSITIVE_INFINITY);
  for (let row = 0; row < one.length; row++) {
    for (let column = 0; column < other.length; column++) {
      const away = distance((one[row] as Swatch).lab, (other[column] as Swatch).lab);
      fromOne[row] = Math.min(fromOne[row] ?? away, away);
      fromOther[column] = Math.min(fromOther[column] ?? away, away);
      // Colours further apart share next to nothing.
      if (away < 3 * sharedSpread) pairs.push({ row, column, away });
    }
  }
  pairs.sort((near, far) => near.away - far.away);
  const colors = (covered(one, fromOne) + covered(other, fromOther)) / 2;
  return areaShare * sharedArea(one, other, pairs) + (1 - areaShare) * colors;
}

/** What ranks designs by how well they go with another. */
export interface Colored {
  readonly swatches: readonly Swatch[];
  readonly designers: readonly string[];
  readonly categories: readonly string[];
}

/** The harmony of two designs, with a little more for a common designer and category. */
export function goesWith(one: Colored, other: Colored): number {
  const shares = (mine: readonly string[], theirs: readonly string[]) =>
    mine.some((each) => theirs.includes(each));
  return (
    harmony(one.swatches, other.swatches) +
    (shares(one.designers, other.designers) ? byDesigner : 0) +
    (shares(one.categories, other.categories) ? inCategory : 0)
  );
}
