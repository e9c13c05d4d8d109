import { useState } from 'react';

/** What `merge` makes of every value so far, from the first on. It answers `before` where nothing is new. */
export function useMerged<T>(value: T, merge: (before: T, now: T) => T): T {
  const [before, setBefore] = useState(value);
  const merged = merge(before, value);
  if (merged !== before) setBefore(merged);
  return merged;
}
