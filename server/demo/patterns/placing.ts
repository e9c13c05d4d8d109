import { between, type Random } from '../random.ts';
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
  for (let pass = 0; pass < 50; pass += 1) pushApart(spots);
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

function pushApart(spots: readonly Spot[]): void {
  for (let index = 0; index < spots.length; index += 1) {
    for (let later = index + 1; later < spots.length; later += 1) {
      const spot = spots[index];
      const other = spots[later];
      if (spot && other) pushPairApart(spot, other);
    }
  }
}

function pushPairApart(spot: Spot, other: Spot): void {
  const dx = shortest(spot.x, other.x);
  const dy = shortest(spot.y, other.y);
  const reach = spot.radius + other.radius;
  const squared = dx * dx + dy * dy;
  if (squared >= reach * reach) return;
  const distance = Math.max(1, Math.sqrt(squared));
  // The smaller one gives way.
  const share = other.radius / reach;
  const push = ((reach - distance) * 0.5) / distance;
  spot.x -= dx * push * share;
  spot.y -= dy * push * share;
  other.x += dx * push * (1 - share);
  other.y += dy * push * (1 - share);
}
