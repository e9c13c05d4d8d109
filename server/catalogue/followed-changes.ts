import {
  type CatalogueChange,
  changeNumber,
  cursorOf,
  firstCursor,
  keptMarks,
} from '../platform/database/changes-after.ts';

/** What a follower of the catalogue remembers of its changes, to say what is new after a cursor. */
export class FollowedChanges {
  /** The number of each design's newest change. */
  readonly #newest = new Map<string, number>();
  /** The cursors from which readers may continue, oldest first. */
  readonly #known = new Set<string>();
  #cursor = firstCursor;

  /** Names the newest change. The public data is the same wherever the cursor is. */
  get cursor(): string {
    return this.#cursor;
  }

  /** Adds the changes after `cursor`; with `isFromStart`, in place of all that it remembers. */
  add(changes: readonly CatalogueChange[], isFromStart: boolean): void {
    if (isFromStart) {
      this.#newest.clear();
      this.#known.clear();
      this.#cursor = firstCursor;
    }
    for (const change of changes) {
      if (change.productId !== null) this.#newest.set(change.productId, change.seq);
      if (change.mark !== null) this.#known.add(cursorOf(change));
    }
    const last = changes.at(-1);
    if (last) {
      this.#cursor = cursorOf(last);
      this.#known.add(this.#cursor);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= keptMarks) return;
      this.#known.delete(oldest);
    }
  }

  knows(cursor: string): boolean {
    return this.#known.has(cursor);
  }

  /** The designs changed after a cursor; null if it isn't known, or no longer. */
  after(cursor: string): readonly string[] | null {
    if (!this.knows(cursor)) return null;
    const number = changeNumber(cursor);
    return [...this.#newest].flatMap(([id, seq]) => (seq > number ? [id] : []));
  }
}
