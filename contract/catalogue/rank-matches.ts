import { maxWords } from './search-text.ts';

/** One searched word or phrase, and the score of each design for it by slot; 0: no match. */
export interface Concept {
  /** As typed, folded. */
  readonly text: string;
  readonly scores: Uint16Array;
  /** A word of use: designs that lack it match all the same. */
  readonly isOptional: boolean;
  /** Whom a design is for, which matters less than what it shows. */
  readonly isAudience: boolean;
}

/** Designs ranked for some concepts. */
export interface Ranking {
  /** By slot: the band times `bandWidth`, plus how well the design matches; 0: not found. */
  readonly scores: Uint16Array;
  /** The words that the designs of each band lack, by band; none for `exactBand`. */
  readonly without: readonly (readonly string[])[];
}

/** Scores below this are weak: a word that is only in the description, begins another one or has a typo. */
export const strongScore = 129;
export const isStrong = (score: number) => score >= strongScore;

/** Designs of the highest band have every word. */
export const exactBand = 7;
export const bandWidth = 8192;
/** Designs with this score or a higher one have every word. */
export const exactScore = exactBand * bandWidth;

/** A search that finds fewer designs is filled up to this many with the closest. */
export const enough = 20;
/** What a weak match counts of a strong one. */
const weakShare = 0.5;
/** What a word for whom a design is for counts of any other. */
const audienceShare = 0.6;
/** The share of a word of use in how well a design matches. */
const optionalShare = 0.5;

interface Weighed {
  readonly scores: Uint16Array;
  readonly text: string;
  /** Designs with lower scores lack the word. */
  readonly least: number;
  /** The rarer a word, the more it matters. */
  readonly weight: number;
}

function weigh({ scores, text, isAudience }: Concept, products: number): Weighed {
  const isKnown = scores.some(isStrong);
  const least = isKnown ? strongScore : 1;
  let count = 0;
  for (const score of scores) if (score >= least) count++;
  const share = isAudience ? audienceShare : 1;
  const rarity = share * Math.log2(1 + products / Math.max(1, count));
  return { scores, text, least, weight: isKnown ? rarity : rarity * weakShare };
}

/**
 * Ranks designs by the words they have. Those with every word come first. Then, until there are enough, those that
 * lack the least: rare words weigh more than common ones. Words of use only order designs that lack the same words. A
 * search for nothing else takes them as other words, but any design is close to it. Designs with an unwanted word are
 * left out; if nothing else is found, they are close.
 *
 * @param slots the length of all scores, some of which are of no product.
 */
export function rankMatches(
  concepts: readonly Concept[],
  unwanted: readonly Concept[],
  slots: number,
  products: number,
): Ranking {
  const needed = concepts.filter(({ isOptional }) => !isOptional);
  const isOnlyUse = needed.length === 0;
  const weighed = (isOnlyUse ? concepts : needed).map((concept) => weigh(concept, products));
  const helping = isOnlyUse ? [] : concepts.filter(({ isOptional }) => isOptional);
  /** The words each design lacks: one bit for each missing word, one above these for each weak one. */
  const keys = new Uint32Array(slots);
  const sums = new Uint16Array(slots);
  for (const [place, { scores, least }] of weighed.entries()) {
    const [missing, weak] = [1 << place, 1 << (place + maxWords)];
    for (let slot = 0; slot < slots; slot++) {
      const score = scores[slot] ?? 0;
      if (score < least) keys[slot] = (keys[slot] ?? 0) | (score > 0 ? weak : missing);
      sums[slot] = (sums[slot] ?? 0) + score;
    }
  }
  for (const { scores } of helping) {
    for (let slot = 0; slot < slots; slot++) {
      const score = scores[slot] ?? 0;
      if (isStrong(score)) sums[slot] = (sums[slot] ?? 0) + score * optionalShare;
    }
  }
  const all = 2 ** weighed.length - 1;
  const isFound = (key: number) => key !== leftOut && (isOnlyUse || key !== all);
  const left = withoutUnwanted(keys, unwanted);
  return left.some(isFound)
    ? inBands(weighed, left, sums, isFound, exactBand)
    : inBands(weighed, keys, sums, isFound, exactBand - 1);
}

/** The key of a design that is left out. */
const leftOut = 2 ** 32 - 1;

/** `keys`, where those of designs with an unwanted word are `leftOut`. */
function withoutUnwanted(keys: Uint32Array, unwanted: readonly Concept[]): Uint32Array {
  const scores = unwanted.filter(({ isOptional }) => !isOptional).map((concept) => concept.scores);
  if (scores.length === 0) return keys;
  return keys.map((key, slot) =>
    scores.some((each) => isStrong(each[slot] ?? 0)) ? leftOut : key,
  );
}

/** Gives each design the band of the words it lacks, those that lack none the band `best`. */
function inBands(
  weighed: readonly Weighed[],
  keys: Uint32Array,
  sums: Uint16Array,
  isFound: (key: number) => boolean,
  best: number,
): Ranking {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const all = 2 ** weighed.length - 1;
  const lossOf = (key: number) =>
    weighed.reduce((loss, { weight }, place) => {
      if (key & (1 << place)) return loss + weight;
      return key & (1 << (place + maxWords)) ? loss + weight * weakShare : loss;
    }, 0);
  const bands = new Map<number, number>(all === 0 ? [] : [[0, best]]);
  const without: string[][] = Array.from({ length: exactBand + 1 }, () => []);
  let found = bands.size === 0 ? 0 : (counts.get(0) ?? 0);
  const closest = [...counts.keys()]
    .filter((key) => key !== 0 && isFound(key))
    .map((key) => ({ key, loss: lossOf(key) }))
    .sort((a, b) => a.loss - b.loss || a.key - b.key);
  for (const { key } of closest) {
    const band = best - bands.size;
    if (band === 0 || found >= enough) break;
    bands.set(key, band);
    without[band] = weighed.flatMap(({ text }, place) => (key & (1 << place) ? [text] : []));
    found += counts.get(key) ?? 0;
  }
  const scores = new Uint16Array(keys.length);
  for (let slot = 0; slot < keys.length; slot++) {
    const band = bands.get(keys[slot] ?? 0);
    if (band) scores[slot] = band * bandWidth + Math.min(bandWidth - 1, 1 + (sums[slot] ?? 0));
  }
  return { scores, without };
}
