import type { Layout } from '#contract/shop/cloth-view.ts';

/** One picture within a unit of cloth. Positions count in repeats. */
export interface Piece {
  readonly x: number;
  readonly y: number;
  /** Turned over left to right. */
  readonly isTurned: boolean;
  /** Upside down, as a reflection in water. */
  readonly isFlipped: boolean;
}

/** The smallest part of a cloth that covers it when it is laid edge to edge, in repeats. */
export interface ClothUnit {
  readonly columns: 1 | 2;
  readonly rows: 1 | 2;
  readonly pieces: readonly Piece[];
}

function piece(x: number, y: number, isTurned = false, isFlipped = false): Piece {
  return { x, y, isTurned, isFlipped };
}

/** Pieces may stand out of their unit; what stands out there comes in at the other edge. */
export const clothUnits: Readonly<Record<Layout, ClothUnit>> = {
  straight: { columns: 1, rows: 1, pieces: [piece(0, 0)] },
  'half-drop': { columns: 2, rows: 1, pieces: [piece(0, 0), piece(1, -0.5), piece(1, 0.5)] },
  'half-brick': { columns: 1, rows: 2, pieces: [piece(0, 0), piece(-0.5, 1), piece(0.5, 1)] },
  mirror: {
    columns: 2,
    rows: 2,
    pieces: [piece(0, 0), piece(1, 0, true), piece(0, 1, false, true), piece(1, 1, true, true)],
  },
};
