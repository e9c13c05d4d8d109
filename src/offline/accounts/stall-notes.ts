import type { StallNote } from '#offline/outbox/rows.ts';
import { withNotes, withoutNotes } from '#offline/outbox/stall-notes.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';

/** What a customer wants, as a maker enters it. */
export type StallWish = Omit<StallNote, 'id' | 'notedAt'>;

/** What customers at a stall want: notes of one account, or of the visitor, that never leave this device. */
export interface StallNotes {
  /** Calls back with the notes, the newest first, now and after each change in any tab. Returns a function that stops it. */
  watch(onNotes: (notes: readonly StallNote[]) => void): () => void;
  /**
   * Resolves once the note is stored; with false if only this page has it, because the device can't store it.
   * @throws if it can't be stored
   */
  add(wish: StallWish): Promise<boolean>;
  delete(notes: readonly StallNote[]): Promise<void>;
  /** Undoes a deletion. */
  restore(notes: readonly StallNote[]): Promise<void>;
  count(): Promise<number>;
}

export function createStallNotes(
  { clock, newId }: Pick<EngineParts, 'clock' | 'newId'>,
  store: AccountStore,
): StallNotes {
  return {
    watch: (onNotes) => store.watch(({ stallNotes }) => onNotes(newestFirst(stallNotes))),
    async add(wish) {
      const note = { ...wish, id: newId(), notedAt: new Date(clock.now()).toISOString() };
      await store.change((rows) => withNotes(rows, [note]));
      return store.trouble === null;
    },
    async delete(notes) {
      const ids = new Set(notes.map(({ id }) => id));
      await store.change((rows) => withoutNotes(rows, ids));
    },
    async restore(notes) {
      await store.change((rows) => withNotes(rows, notes));
    },
    count: async () => (await store.read()).stallNotes.length,
  };
}

function newestFirst(notes: readonly StallNote[]): readonly StallNote[] {
  return notes.toSorted((a, b) => Date.parse(b.notedAt) - Date.parse(a.notedAt));
}
