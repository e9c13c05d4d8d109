/** Whether `npm test` runs, which takes samples of what is alike and takes long; all else takes all (decision 080). */
export const isSampled = process.env.TESTS === 'core';

/** Each `nth`, beginning with the first, or all. */
export function sample<T>(all: readonly T[], nth: number): readonly T[] {
  return isSampled ? all.filter((_, place) => place % nth === 0) : all;
}
