import { between, type Random } from '../drawing/random.ts';
import { tileSize } from './tile.ts';

export interface Spot {
  x: number;
  y: number;
  readonly radius: number;
}

/** The shortest signed distance between two positions on a repeating tile. */
export function shortest(from: number, to: number): number {
  const difference = to - from;
  return difference - tileSize * Math.round(difference / tileSize);
}

/**
 * Spreads circles evenly over the tile. Each starts at the roomiest of many random positions, then neighbours
 * push each other apart. List radii from large to small for the best result.
 */
export function scatter(random: Random, radii: readonly number[]): Spot[] {
  const spots: Spot[] = [];
  for (const radius of radii) spots.push(roomiest(random, spots, radius));
  // Enlarges the circles for this, so that they fill the tile without bare patches.
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
    const found = room(spot, spots, bestRoom);
    if (found > bestRoom) [best, bestRoom] = [spot, found];
  }
  return best;
}

/** How far a spot is from its nearest neighbour. If that is at most `enough`, it may be less than what is returned. */
function room(spot: Spot, spots: readonly Spot[], enough = Number.NEGATIVE_INFINITY): number {
  let least = Number.POSITIVE_INFINITY;
  for (const other of spots) {
    const dx = shortest(spot.x, other.x);
    if (Math.abs(dx) - spot.radius - other.radius >= least) continue;
    const dy = shortest(spot.y, other.y);
    least = Math.min(least, Math.sqrt(dx * dx + dy * dy) - spot.radius - other.radius);
    if (least <= enough) break;
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
  const reach = (spot.radius + other.radius) * swell;
  const dx = shortest(spot.x, other.x);
  if (Math.abs(dx) >= reach) return;
  const dy = shortest(spot.y, other.y);
  const squared = dx * dx + dy * dy;
  if (squared >= reach * reach) return;
  const distance = Math.max(1, Math.sqrt(squared));
  // The smaller one moves more.
  const share = other.radius / (spot.radius + other.radius);
  const push = ((reach - distance) * 0.5) / distance;
  spot.x -= dx * push * share;
  spot.y -= dy * push * share;
  other.x += dx * push * (1 - share);
  other.y += dy * push * (1 - share);
}

/**
 * Assigns a kind to each spot, as many of each kind as `wanted`, and keeps equal kinds apart. Returns the
 * kind of each spot, in order.
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
      // If several kinds are far enough apart, the one with the most left goes first.
      const worth = Math.min(distance, tileSize) + count;
      if (worth > bestDistance) [best, bestDistance] = [kind, worth];
    }
    left[best] = (left[best] ?? 1) - 1;
    given.push(best);
  }
  return given;
}
