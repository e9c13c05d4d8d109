import { noPageNote, type PageNote } from '#offline/stores/unsaved-note.ts';

/** Accounts whose unsent changes were discarded, until the database has deleted them. */
export interface Discards {
  ids(): readonly string[];
  add(accountId: string): void;
  remove(accountId: string): void;
}

/** Discards stored as account ids separated by spaces. */
export function createDiscards(note: PageNote = noPageNote): Discards {
  const ids = () => note.read()?.split(' ') ?? [];
  const others = (accountId: string) => ids().filter((id) => id !== accountId);
  return {
    ids,
    add: (accountId) => note.write([...others(accountId), accountId].join(' ')),
    remove: (accountId) => note.write(others(accountId).join(' ') || null),
  };
}
