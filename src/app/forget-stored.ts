/**
 * Deletes what local and session storage hold for accounts other than `accountId`. Values that belong to an
 * account have an `accountId` of their own.
 */
export function forgetStored(accountId: string): void {
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[place];
      for (const [key, text] of Object.entries(storage)) {
        if (isOfAnother(text, accountId)) storage.removeItem(key);
      }
    } catch {
      // Where storage is blocked, nothing was saved.
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
