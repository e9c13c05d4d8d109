/**
 * Deletes what local storage and this tab's storage hold of any other account than this one. Each
 * value that is an account's own says so by its `accountId`.
 */
export function forgetStored(accountId: string): void {
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[place];
      for (const [key, text] of Object.entries(storage)) {
        if (isOfAnother(text, accountId)) storage.removeItem(key);
      }
    } catch {
      // Where storage is blocked nothing was kept.
    }
  }
}

function isOfAnother(text: string, accountId: string): boolean {
  try {
    const { accountId: owner } = JSON.parse(text) as Record<string, unknown>;
    return typeof owner === 'string' && owner !== accountId;
  } catch {
    return false;
  }
}
