/** One searched word or phrase, and the score of each design for it by slot; 0: no match. */
export interface Concept {
  /** As typed, folded. */
  readonly text: string;
  readonly scores: Uint16Array;
  /** A word of use: designs that lack it match all the same. */
  readonly isOptional: boolean;
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

/** Designs of the highest band have every word. */
export const exactBand = 7;
export const bandWidth = 8192;
/** Designs with this score or a higher one have every word. */
export const exactScore = exactBand * bandWidth;

/** Designs that lack a word are added until this many are found. */
const enough = 20;
/** What a weak match counts of a strong one. */
const weakShare = 0.5;
/** Distinct sets of missing words are numbers: one bit for a missing word, one above these for a weak one. */
const mostConcepts = 12;
/** The share of a word of use in how well a design matches. */
const optionalShare = 0.5;

const isStrong = (score: number) => score >= strongScore;

interface Weighed {
  readonly scores: Uint16Array;
  readonly text: string;
  /** Designs with lower scores lack the word. */
  readonly least: number;
  /** The rarer a word, the more it matters. */
  readonly weight: number;
}

function weigh({ scores, text }: Concept): Weighed {
  const isKnown = scores.some(isStrong);
  const least = isKnown ? strongScore : 1;
  let count = 0;
  for (const score of scores) if (score >= least) count++;
  const rarity = Math.log2(1 + scores.length / Math.max(1, count));
  return { scores, text, least, weight: isKnown ? rarity : rarity * weakShare };
}

/**
 * Ranks designs by the words they have. Those with every word come first. Then, until there are enough, those that
 * lack the least: rare words weigh more than common ones. Words of use decide nothing but the order of equals, unless
 * there are no others. Then every design suits, if none has them.
 */
export function rankMatches(concepts: readonly Concept[], slots: number): Ranking {
  const needed = concepts.filter(({ isOptional }) => !isOptional);
  const weighed = (needed.length > 0 ? needed : concepts).slice(0, mostConcepts).map(weigh);
  const helping = needed.length > 0 ? concepts.filter(({ isOptional }) => isOptional) : [];
  const keys = new Uint32Array(slots);
  const sums = new Uint16Array(slots);
  for (const [place, { scores, least }] of weighed.entries()) {
    const [missing, weak] = [1 << place, 1 << (place + mostConcepts)];
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
  const suitsAll = needed.length === 0 && concepts.length > 0;
  return inBands(weighed, keys, sums, suitsAll);
}

/** Gives each design the band of the words it lacks. */
function inBands(
  weighed: readonly Weighed[],
  keys: Uint32Array,
  sums: Uint16Array,
  suitsAll: boolean,
): Ranking {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const all = 2 ** weighed.length - 1;
  const lossOf = (key: number) =>
    weighed.reduce((loss, { weight }, place) => {
      if (key & (1 << place)) return loss + weight;
      return key & (1 << (place + mostConcepts)) ? loss + weight * weakShare : loss;
    }, 0);
  const bands = new Map<number, number>(all === 0 ? [] : [[0, exactBand]]);
  const without: string[][] = Array.from({ length: exactBand + 1 }, () => []);
  let found = bands.size === 0 ? 0 : (counts.get(0) ?? 0);
  const closest = [...counts.keys()]
    .filter((key) => key !== 0 && (suitsAll || key !== all))
    .map((key) => ({ key, loss: lossOf(key) }))
    .sort((a, b) => a.loss - b.loss || a.key - b.key);
  for (const { key } of closest) {
    const band = exactBand - bands.size;
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
