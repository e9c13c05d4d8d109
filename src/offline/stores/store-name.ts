const accountPrefix = 'pinwheel-account-';

/** The name of an account's database; null: the visitor's. */
export function storeNameOf(accountId: string | null): string {
  return accountId === null ? 'pinwheel-visitor' : accountPrefix + accountId;
}

/** The account that a database belongs to; null: none. */
export function accountIdOf(storeName = ''): string | null {
  return storeName.startsWith(accountPrefix) ? storeName.slice(accountPrefix.length) : null;
}
