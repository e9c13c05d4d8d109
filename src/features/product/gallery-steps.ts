/** The place `by` steps from `place` among `count` pictures: past either end it goes on at the other. */
export function stepFrom(place: number, by: number, count: number): number {
  return count === 0 ? 0 : (((place + by) % count) + count) % count;
}

/** A swipe shorter than this is a slip of the finger, in px. */
const shortestSwipe = 40;

/** The step a swipe means: left is on, right is back, mostly up or down is none. Distances in px. */
export function swipeStep(across: number, down: number): -1 | 0 | 1 {
  if (Math.abs(across) < shortestSwipe || Math.abs(across) < Math.abs(down)) return 0;
  return across < 0 ? 1 : -1;
}

/** The step an arrow key means; 0 for any other. */
export function keyStep(key: string): -1 | 0 | 1 {
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : 0;
}
