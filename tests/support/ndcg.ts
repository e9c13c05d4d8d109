/** How many results count: a page of a search. */
const counted = 10;

/** Normalised discounted cumulative gain of the first ten: 1 if no order would be better. @param all the grades of everything there is */
export function ndcg(shown: readonly number[], all: readonly number[]): number {
  const best = gain(all.toSorted((a, b) => b - a));
  return best === 0 ? 0 : gain(shown) / best;
}

function gain(grades: readonly number[]): number {
  return grades
    .slice(0, counted)
    .reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}
