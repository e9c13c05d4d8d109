import { distance, fullWeight, type Lab, maxSwatches, type Swatch } from './swatches.ts';

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

/** Colours further apart than this, squared, share nothing. */
const farSquared = (2.5 * sharedSpread) ** 2;

/** How near two colours are, 0 to 1, by the square of their distance. */
function nearness(squared: number): number {
  return squared < farSquared ? Math.exp(-squared / (sharedSpread * sharedSpread)) : 0;
}

/** By the root, so that a small accent counts for more than its area. */
function accentWeight({ weight }: Swatch): number {
  return Math.sqrt(weight);
}

/**
 * How well another palette goes with this one, 0 to 1: as coordinates of a quilt do, by the area in colours they
 * share, and by the colours themselves, however small. Made once for a palette, since it is compared with
 * thousands: new arrays for each of them, and reading this palette's colours from their objects, would take
 * longer than the comparison.
 */
export function harmonyWith(one: readonly Swatch[]): (other: readonly Swatch[]) => number {
  const rows = one.length;
  const sumOf = (each: (swatch: Swatch) => number) =>
    one.reduce((sum, swatch) => sum + each(swatch), 0);
  const lightness = Float64Array.from(one, ({ lab }) => lab.lightness);
  const a = Float64Array.from(one, ({ lab }) => lab.a);
  const b = Float64Array.from(one, ({ lab }) => lab.b);
  const accents = Float64Array.from(one, accentWeight);
  const allAccents = sumOf(accentWeight);
  const area = sumOf(({ weight }) => weight);
  const shares = Float64Array.from(one, ({ weight }) => weight / area);
  /** By pair of colours, which is `column * rows + row`. */
  const squares = new Float64Array(rows * maxSwatches);
  /** The pairs that are near, the nearest first, and how many there are. */
  const nearPairs = new Uint8Array(rows * maxSwatches);
  let nearCount = 0;
  const leastOfRow = new Float64Array(rows);
  /** What of each colour's area isn't shared yet. */
  const mine = new Float64Array(rows);
  const theirs = new Float64Array(maxSwatches);

  function insertNear(pair: number, squared: number): void {
    let place = nearCount++;
    for (; place > 0; place--) {
      const before = nearPairs[place - 1] as number;
      if ((squares[before] as number) <= squared) break;
      nearPairs[place] = before;
    }
    nearPairs[place] = pair;
  }

  /** Compares all colours, and returns how much of both palettes has a counterpart in the other, 0 to 1. */
  function sharedColors(other: readonly Swatch[]): number {
    nearCount = 0;
    leastOfRow.fill(Number.POSITIVE_INFINITY);
    let otherAccents = 0;
    let ofOther = 0;
    for (let column = 0; column < other.length; column++) {
      const swatch = other[column] as Swatch;
      const { lab } = swatch;
      let least = Number.POSITIVE_INFINITY;
      for (let row = 0; row < rows; row++) {
        const byLightness = (lightness[row] as number) - lab.lightness;
        const byA = (a[row] as number) - lab.a;
        const byB = (b[row] as number) - lab.b;
        const squared = byLightness * byLightness + byA * byA + byB * byB;
        const pair = column * rows + row;
        squares[pair] = squared;
        if (squared < least) least = squared;
        if (squared < (leastOfRow[row] as number)) leastOfRow[row] = squared;
        if (squared < farSquared) insertNear(pair, squared);
      }
      const accent = accentWeight(swatch);
      otherAccents += accent;
      ofOther += accent * nearness(least);
    }
    // Nor is anything if a palette has no colours, whose shares would be of nothing.
    if (nearCount === 0) return 0;
    let ofOne = 0;
    for (let row = 0; row < rows; row++) {
      ofOne += (accents[row] as number) * nearness(leastOfRow[row] as number);
    }
    return (ofOne / allAccents + ofOther / otherAccents) / 2;
  }

  /** How much of their area both share, 0 to 1. */
  function sharedArea(other: readonly Swatch[]): number {
    let otherArea = 0;
    for (let column = 0; column < other.length; column++) {
      otherArea += (other[column] as Swatch).weight;
    }
    mine.set(shares);
    for (let column = 0; column < other.length; column++) {
      theirs[column] = (other[column] as Swatch).weight / otherArea;
    }
    let shared = 0;
    for (let place = 0; place < nearCount; place++) {
      const pair = nearPairs[place] as number;
      const row = pair % rows;
      const column = (pair - row) / rows;
      const part = Math.min(mine[row] as number, theirs[column] as number);
      if (part === 0) continue;
      mine[row] = (mine[row] as number) - part;
      theirs[column] = (theirs[column] as number) - part;
      shared += part * nearness(squares[pair] as number);
    }
    return shared;
  }

  return (other) => {
    const colors = sharedColors(other);
    return areaShare * sharedArea(other) + (1 - areaShare) * colors;
  };
}

/** What ranks designs by how well they go with another. */
export interface Colored {
  readonly swatches: readonly Swatch[];
  readonly designers: readonly string[];
  readonly categories: readonly string[];
}

/** Scores designs by their harmony with one, with a little more for a common designer and category. */
export function goesWith(one: Colored): (other: Colored) => number {
  const harmonyOf = harmonyWith(one.swatches);
  const shares = (mine: readonly string[], theirs: readonly string[]) =>
    mine.some((each) => theirs.includes(each));
  return (other) =>
    harmonyOf(other.swatches) +
    (shares(one.designers, other.designers) ? byDesigner : 0) +
    (shares(one.categories, other.categories) ? inCategory : 0);
}
