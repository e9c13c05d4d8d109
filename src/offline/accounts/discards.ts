/** Accounts whose unsent changes were discarded, until the database has deleted them. */
export interface Discards {
  ids(): readonly string[];
  add(accountId: string): void;
  remove(accountId: string): void;
}

/** Where a page records discards; not in the database, which may not answer. Null: none. */
export interface DiscardNote {
  read(): string | null;
  write(text: string | null): void;
}

const noNote: DiscardNote = { read: () => null, write: () => {} };

/** Discards stored as account ids separated by spaces. */
export function createDiscards(note = noNote): Discards {
  const ids = () => note.read()?.split(' ') ?? [];
  const others = (accountId: string) => ids().filter((id) => id !== accountId);
  return {
    ids,
    add: (accountId) => note.write([...others(accountId), accountId].join(' ')),
    remove: (accountId) => note.write(others(accountId).join(' ') || null),
  };
}
