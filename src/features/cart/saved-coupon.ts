const key = 'coupon-to-try';

/** A code entered where it can't be applied yet, saved until it can (OP-15). */
export const savedCoupon = {
  /** A visitor's code goes to the next account that signs in; an account's code stays its own. */
  read(accountId: string | null): string {
    try {
      const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      const { code, accountId: owner } = saved as Record<string, unknown>;
      if (typeof code !== 'string' || (owner !== null && owner !== accountId)) return '';
      if (owner !== accountId) savedCoupon.write(code, accountId);
      return code;
    } catch {
      return '';
    }
  },
  write(code: string, accountId: string | null): void {
    try {
      localStorage.setItem(key, JSON.stringify({ accountId, code }));
    } catch {
      // Without local storage the buyer has to enter the code again.
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was saved.
    }
  },
};
