/** The index `by` steps from `place` among `count` pictures; wraps around at both ends. */
export function stepFrom(place: number, by: number, count: number): number {
  return count === 0 ? 0 : (((place + by) % count) + count) % count;
}

/** A shorter swipe is accidental, in px. */
const shortestSwipe = 40;

/** The step for a swipe: left is next, right is previous, mostly vertical is none. Distances in px. */
export function swipeStep(across: number, down: number): -1 | 0 | 1 {
  if (Math.abs(across) < shortestSwipe || Math.abs(across) < Math.abs(down)) return 0;
  return across < 0 ? 1 : -1;
}

/** The step for an arrow key; 0 for any other key. */
export function keyStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : 0;
}
