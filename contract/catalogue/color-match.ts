import { distance, type Lab, type Swatch } from './swatches.ts';

/** Colours this near are taken for the same when a design is looked for by colour. */
const alike = 0.12;
/** A light and a dark blue are both blue: lightness counts less than hue. */
const lightnessShare = 0.5;
/** A colour that covers less than a fifteenth or so of a design isn't what it is seen as. */
const leastWeight = 1;
/** The distance at which two colours still count as shared to about a third. */
const sharedSpread = 0.07;
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

/** How much of `from` has a counterpart in `to`, 0 to 1. */
function covered(from: readonly Swatch[], to: readonly Swatch[]): number {
  let total = 0;
  let shared = 0;
  for (const { lab, weight } of from) {
    // By the root, so that a small accent counts for more than its area.
    const share = Math.sqrt(weight);
    let least = Number.POSITIVE_INFINITY;
    for (const other of to) least = Math.min(least, distance(lab, other.lab));
    total += share;
    shared += share * Math.exp(-((least / sharedSpread) ** 2));
  }
  return total === 0 ? 0 : shared / total;
}

/** How well two palettes go together, 0 to 1: as coordinates of a quilt do, by the colours they share. */
export function harmony(one: readonly Swatch[], other: readonly Swatch[]): number {
  return (covered(one, other) + covered(other, one)) / 2;
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
