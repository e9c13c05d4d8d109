/** A place or a distance, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A change by one or two fingers. */
export interface Gesture {
  /** How far they moved together. */
  readonly by: Point;
  /** The change of the distance between two fingers: 1.1 is 10 % more. */
  readonly factor: number;
  /** The point between them on the screen. */
  readonly middle: Point;
}

interface Finger {
  readonly pointerId: number;
  readonly clientX: number;
  readonly clientY: number;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

const placeOf = ({ clientX, clientY }: Finger): Point => ({ x: clientX, y: clientY });

/** Follows the fingers that are on something, or the mouse. */
export class Fingers {
  readonly #places = new Map<number, Point>();

  get count(): number {
    return this.#places.size;
  }

  down(finger: Finger): void {
    this.#places.set(finger.pointerId, placeOf(finger));
  }

  /** Null for a finger that wasn't put down. */
  move(finger: Finger): Gesture | null {
    const before = this.#places.get(finger.pointerId);
    if (!before) return null;
    const now = placeOf(finger);
    this.#places.set(finger.pointerId, now);
    const other = [...this.#places].find(([id]) => id !== finger.pointerId)?.[1];
    const share = 1 / this.#places.size;
    return {
      by: { x: (now.x - before.x) * share, y: (now.y - before.y) * share },
      factor: other ? distance(now, other) / Math.max(distance(before, other), 1) : 1,
      middle: other ? { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 } : now,
    };
  }

  /** False for a finger that wasn't put down. */
  up({ pointerId }: Pick<Finger, 'pointerId'>): boolean {
    return this.#places.delete(pointerId);
  }
}
