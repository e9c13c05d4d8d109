/** Somebody who signs in to an account: its owner, or a colleague who shares it. */
export interface Person {
  /** The account's. */
  readonly id: string;
  /** Null for the owner. */
  readonly colleagueId: string | null;
}

/** The owner of an account. */
export function ownerOf(accountId: string): Person {
  return { id: accountId, colleagueId: null };
}

/**
 * Where a person's sessions are, as if they were an owner's: for queries of columns that both tables have. `value` in the
 * column `by` says whose they are.
 */
export function sessionsOf({ id, colleagueId }: Person) {
  const [table, by, value] =
    colleagueId === null
      ? ['sessions', 'accountId', id]
      : ['colleagueSessions', 'colleagueId', colleagueId];
  return { table: table as 'sessions', by: by as 'accountId', value } as const;
}
