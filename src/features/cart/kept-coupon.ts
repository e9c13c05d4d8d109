const key = 'coupon-to-try';

/** A code typed where it can't be applied yet, kept until it can (OP-15). */
export const keptCoupon = {
  read(): string {
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  },
  write(code: string): void {
    try {
      if (code === '') localStorage.removeItem(key);
      else localStorage.setItem(key, code);
    } catch {
      // Without local storage the code has to be typed again.
    }
  },
};
