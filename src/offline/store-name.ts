/** The database of one account's rows; null: the visitor's. */
export function storeNameOf(accountId: string | null): string {
  return accountId === null ? 'pinwheel-visitor' : `pinwheel-account-${accountId}`;
}
