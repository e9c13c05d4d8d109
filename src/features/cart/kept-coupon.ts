const key = 'coupon-to-try';

/** A code typed where it can't be applied yet, kept until it can (OP-15). */
export const keptCoupon = {
  /** A visitor's is from now on for whoever signs in; an account's for itself. */
  read(accountId: string | null): string {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      const { code, accountId: owner } = kept as Record<string, unknown>;
      if (typeof code !== 'string' || (owner !== null && owner !== accountId)) return '';
      if (owner !== accountId) keptCoupon.write(code, accountId);
      return code;
    } catch {
      return '';
    }
  },
  write(code: string, accountId: string | null): void {
    try {
      localStorage.setItem(key, JSON.stringify({ accountId, code }));
    } catch {
      // Without local storage the code has to be typed again.
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
};
