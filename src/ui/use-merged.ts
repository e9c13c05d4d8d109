import { useState } from 'react';

/** Merges all values so far, from the first on. `merge` returns `before` if there is nothing new. */
export function useMerged<T>(value: T, merge: (before: T, now: T) => T): T {
  const [before, setBefore] = useState(value);
  const merged = merge(before, value);
  if (merged !== before) setBefore(merged);
  return merged;
}
