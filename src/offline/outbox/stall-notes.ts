import type { AccountRows, StallNote } from './rows.ts';

/** Adds notes. One with a known id is the same note and stays as it is. */
export function withNotes(rows: AccountRows, notes: readonly StallNote[]): AccountRows {
  const known = new Set(rows.stallNotes.map(({ id }) => id));
  const fresh = notes.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? rows : { ...rows, stallNotes: [...rows.stallNotes, ...fresh] };
}

/** Deletes the notes with these ids. */
export function withoutNotes(rows: AccountRows, ids: ReadonlySet<string>): AccountRows {
  return { ...rows, stallNotes: rows.stallNotes.filter(({ id }) => !ids.has(id)) };
}
