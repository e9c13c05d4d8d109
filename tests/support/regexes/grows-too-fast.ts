/** Quicker than this is never worth a second look, in milliseconds. */
const quickMs = 4;
/** Twice the input takes at most so many times as long; quadratic work takes four times. */
const mostRatio = 3;

/**
 * Whether `work` takes longer than its input grows, from half of `length` to `length`. Compares times
 * with one another only, so a slow machine changes nothing.
 */
export function growsTooFast(work: (length: number) => () => void, length: number): boolean {
  const long = work(length);
  if (timeOf(long) < quickMs) return false;
  const short = work(length / 2);
  // A pause of the machine can spoil one comparison, but not six.
  for (let round = 0; round < 6; round += 1) {
    const shortMs = Math.min(...[1, 2, 3].map(() => timeOf(short)));
    const longMs = Math.min(...[1, 2, 3].map(() => timeOf(long)));
    if (longMs < quickMs || longMs <= shortMs * mostRatio) return false;
  }
  return true;
}

/** In milliseconds. */
function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
