/** Anything faster than this isn't measured again, in milliseconds. */
const quickMs = 4;
/** Twice the input may take at most this many times as long; quadratic work takes four times. */
const maxRatio = 3;

/**
 * Whether the time of `work` grows faster than its input, from half of `length` to `length`. Only compares
 * times with each other, so a slow machine makes no difference.
 */
export function growsTooFast(work: (length: number) => () => void, length: number): boolean {
  const long = work(length);
  if (timeOf(long) < quickMs) return false;
  const short = work(length / 2);
  // A pause of the machine can distort one comparison, but not six.
  for (let round = 0; round < 6; round += 1) {
    const shortMs = Math.min(...[1, 2, 3].map(() => timeOf(short)));
    const longMs = Math.min(...[1, 2, 3].map(() => timeOf(long)));
    if (longMs < quickMs || longMs <= shortMs * maxRatio) return false;
  }
  return true;
}

/** In milliseconds. */
function timeOf(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
