const key = 'coupon-to-try';

/**
 * How a code came here. `typed`: the buyer applies it with the button. `linked`: from a coupon link, applied by itself
 * unless the cart has another coupon. `chosen`: the same, in place of any other.
 */
export type CouponOrigin = 'typed' | 'linked' | 'chosen';

export interface SavedCoupon {
  readonly code: string;
  readonly origin: CouponOrigin;
}

const origins: readonly unknown[] = ['linked', 'chosen'] satisfies CouponOrigin[];

function isOrigin(value: unknown): value is CouponOrigin {
  return origins.includes(value);
}

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function store(saved: SavedCoupon & { readonly accountId: string | null }): void {
  try {
    localStorage.setItem(key, JSON.stringify(saved));
  } catch {
    // Without local storage the buyer has to enter the code again.
  }
}

/** A code that can't be applied yet, saved until it can (OP-15). */
export const savedCoupon = {
  /** A visitor's code goes to the next account that signs in; an account's code stays its own. */
  find(accountId: string | null): SavedCoupon | null {
    try {
      const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      const { code, accountId: owner, origin } = saved as Record<string, unknown>;
      if (typeof code !== 'string' || (owner !== null && owner !== accountId)) return null;
      const found = { code, origin: isOrigin(origin) ? origin : 'typed' };
      if (owner !== accountId) store({ accountId, ...found });
      return found;
    } catch {
      return null;
    }
  },
  read(accountId: string | null): string {
    return savedCoupon.find(accountId)?.code ?? '';
  },
  write(code: string, accountId: string | null, origin: CouponOrigin = 'typed'): void {
    store({ accountId, code, origin });
    tell();
  },
  forget(): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was saved.
    }
    tell();
  },
  /** Calls back after each change, in any tab. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    const stop = savedCoupon.watchOtherTabs(listener);
    listeners.add(listener);
    return () => {
      stop();
      listeners.delete(listener);
    };
  },
  watchOtherTabs(listener: () => void): () => void {
    const hear = (event: StorageEvent) => {
      if (event.key === key) listener();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  },
};

/** Whether two codes are the same coupon's. */
export function isSameCode(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase();
}
