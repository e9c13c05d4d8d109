import * as v from 'valibot';
import type { CustomerDetails } from '#contract/shop/order.ts';

const key = 'checkout-details';
const schema = v.object({
  /** Whose they are: an account, or a visitor; null: of whoever signs in next. */
  accountId: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  country: v.string(),
  city: v.string(),
});

/** In place of an account's id: two people can be visitors in one tab, one after the other. */
const visitor = 'visitor';

/** The details as they were typed, for a reload or the return from another page, until the order is paid. */
export const savedDetails = {
  save(details: CustomerDetails, accountId: string | null): void {
    write(details, accountId ?? visitor);
  },
  /** Leaves a visitor's details to the account that they sign in to next. */
  saveForSignIn(details: CustomerDetails): void {
    write(details, null);
  },
  /** Without those that were left empty. */
  read(accountId: string | null): Partial<CustomerDetails> {
    try {
      const { accountId: owner, ...details } = v.parse(
        schema,
        JSON.parse(sessionStorage.getItem(key) ?? ''),
      );
      if (owner !== null && owner !== (accountId ?? visitor)) return {};
      return Object.fromEntries(Object.entries(details).filter(([, text]) => text.trim() !== ''));
    } catch {
      return {};
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was saved.
    }
  },
};

function write(details: CustomerDetails, accountId: string | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...details, accountId }));
  } catch {
    // Without session storage they have to be typed again.
  }
}
