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
  for (let attempt = 0; attempt < 70; attempt += 1) {
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
    const distance = Math.hypot(shortest(spot.x, other.x), shortest(spot.y, other.y));
    least = Math.min(least, distance - spot.radius - other.radius);
  }
  return least;
}

function pushApart(spots: readonly Spot[]): void {
  for (const [index, spot] of spots.entries()) {
    for (const other of spots.slice(index + 1)) {
      const dx = shortest(spot.x, other.x);
      const dy = shortest(spot.y, other.y);
      const distance = Math.max(1, Math.hypot(dx, dy));
      const overlap = spot.radius + other.radius - distance;
      if (overlap <= 0) continue;
      // The smaller one gives way.
      const share = other.radius / (spot.radius + other.radius);
      const push = (overlap * 0.5) / distance;
      spot.x -= dx * push * share;
      spot.y -= dy * push * share;
      other.x += dx * push * (1 - share);
      other.y += dy * push * (1 - share);
    }
  }
}
