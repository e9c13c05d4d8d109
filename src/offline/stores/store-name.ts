const accountPrefix = 'pinwheel-account-';

/** The database of one account's rows; null: the visitor's. */
export function storeNameOf(accountId: string | null): string {
  return accountId === null ? 'pinwheel-visitor' : accountPrefix + accountId;
}

/** Whose rows a database holds; null: no account's. */
export function accountIdOf(storeName = ''): string | null {
  return storeName.startsWith(accountPrefix) ? storeName.slice(accountPrefix.length) : null;
}
