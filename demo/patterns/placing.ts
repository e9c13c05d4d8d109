import { between, type Random } from '../drawing/random.ts';
import { tileSize } from './tile.ts';

export interface Spot {
  x: number;
  y: number;
  readonly radius: number;
}

/** The shortest way from one position to another on a cloth that repeats. */
export function shortest(from: number, to: number): number {
  const difference = to - from;
  return difference - tileSize * Math.round(difference / tileSize);
}

/**
 * Scatters circles evenly over the repeat: each goes to the roomiest of many random places, then
 * neighbours push each other apart. Radii from large to small give the best result.
 */
export function scatter(random: Random, radii: readonly number[]): Spot[] {
  const spots: Spot[] = [];
  for (const radius of radii) spots.push(roomiest(random, spots, radius));
  // Seen a little larger than they are, the circles fill the cloth and leave no bald patches.
  const area = radii.reduce((sum, radius) => sum + Math.PI * radius * radius, 0);
  const swell = Math.max(1, Math.sqrt((tileSize * tileSize * 0.88) / area));
  for (let pass = 0; pass < 60; pass += 1) pushApart(spots, swell);
  return spots;
}

function roomiest(random: Random, spots: readonly Spot[], radius: number): Spot {
  let best: Spot = { x: between(random, 0, tileSize), y: between(random, 0, tileSize), radius };
  let bestRoom = room(best, spots);
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const spot: Spot = {
      x: between(random, 0, tileSize),
      y: between(random, 0, tileSize),
      radius,
    };
    const found = room(spot, spots);
    if (found > bestRoom) [best, bestRoom] = [spot, found];
  }
  return best;
}

function room(spot: Spot, spots: readonly Spot[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const other of spots) {
    const dx = shortest(spot.x, other.x);
    const dy = shortest(spot.y, other.y);
    least = Math.min(least, Math.sqrt(dx * dx + dy * dy) - spot.radius - other.radius);
  }
  return least;
}

function pushApart(spots: readonly Spot[], swell: number): void {
  for (let index = 0; index < spots.length; index += 1) {
    for (let later = index + 1; later < spots.length; later += 1) {
      const spot = spots[index];
      const other = spots[later];
      if (spot && other) pushPairApart(spot, other, swell);
    }
  }
}

function pushPairApart(spot: Spot, other: Spot, swell: number): void {
  const dx = shortest(spot.x, other.x);
  const dy = shortest(spot.y, other.y);
  const reach = (spot.radius + other.radius) * swell;
  const squared = dx * dx + dy * dy;
  if (squared >= reach * reach) return;
  const distance = Math.max(1, Math.sqrt(squared));
  // The smaller one gives way.
  const share = other.radius / (spot.radius + other.radius);
  const push = ((reach - distance) * 0.5) / distance;
  spot.x -= dx * push * share;
  spot.y -= dy * push * share;
  other.x += dx * push * (1 - share);
  other.y += dy * push * (1 - share);
}

/**
 * Gives each spot one of the kinds, as many of each as asked, keeping equals apart. Answers the
 * kind of each spot in order.
 */
export function spreadKinds(spots: readonly Spot[], wanted: readonly number[]): number[] {
  const left = [...wanted];
  const given: number[] = [];
  for (const spot of spots) {
    let best = 0;
    let bestDistance = -1;
    for (const [kind, count] of left.entries()) {
      if (count === 0) continue;
      const equals = spots.filter((_, index) => given[index] === kind);
      const distance =
        equals.length === 0 ? Number.MAX_VALUE : room({ ...spot, radius: 0 }, equals);
      // Among equals far enough apart, the kind with most to place goes first.
      const worth = Math.min(distance, tileSize) + count;
      if (worth > bestDistance) [best, bestDistance] = [kind, worth];
    }
    left[best] = (left[best] ?? 1) - 1;
    given.push(best);
  }
  return given;
}
