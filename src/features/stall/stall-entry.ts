/**
 * The state of stall mode's history entries. Two entries of the same screen lie on each other: going back from
 * the upper one reaches the lower one, not the shop.
 */
export type StallEntry =
  | { readonly stall: 'guard' }
  | {
      readonly stall: 'showing';
      /** The design that was shown last, for a reload. */
      readonly productId?: string;
    };

/** How many entries stall mode takes. */
export const entryCount = 2;

/** The state of a history entry if it shows designs; null: the browser came here in another way. */
export function showingEntry(state: unknown): Extract<StallEntry, { stall: 'showing' }> | null {
  const entry = state as StallEntry | null;
  return entry?.stall === 'showing' ? entry : null;
}
