/** Adds the scores where both are above 0, otherwise sets 0: every word must match. */
function addWhereBoth(sums: Uint16Array, scores: Uint16Array): Uint16Array {
  for (let slot = 0; slot < sums.length; slot++) {
    const [sum, score] = [sums[slot] ?? 0, scores[slot] ?? 0];
    sums[slot] = sum > 0 && score > 0 ? sum + score : 0;
  }
  return sums;
}

/** The sum of some words' scores, for products that have them all. */
export function sumOf([first = new Uint16Array(), ...others]: readonly Uint16Array[]): Uint16Array {
  return others.reduce(addWhereBoth, first.slice());
}

/** Scores above any real one, as the initial value for a minimum. */
export function filled(slots: number): Uint16Array {
  return new Uint16Array(slots).fill(0xffff);
}

export function raise(scores: Uint16Array, others: Uint16Array): void {
  for (let slot = 0; slot < scores.length; slot++) {
    scores[slot] = Math.max(scores[slot] ?? 0, others[slot] ?? 0);
  }
}

export function lowest(some: Uint16Array, others: Uint16Array): Uint16Array {
  for (let slot = 0; slot < some.length; slot++) {
    some[slot] = Math.min(some[slot] ?? 0, others[slot] ?? 0);
  }
  return some;
}
