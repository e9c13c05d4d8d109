import * as v from 'valibot';
import type { CustomerDetails } from '#contract/shop/order.ts';

const key = 'checkout-details';
const schema = v.object({
  /** The account that typed them; null for a visitor. */
  accountId: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  country: v.string(),
  city: v.string(),
});

/** The details as they were typed, for a reload or the return from another page, until the order is paid. */
export const savedDetails = {
  save(details: CustomerDetails, accountId: string | null): void {
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...details, accountId }));
    } catch {
      // Without session storage they have to be typed again.
    }
  },
  /** A visitor's details go to any account that signs in; an account's only to itself. */
  read(accountId: string | null): CustomerDetails | null {
    try {
      const { accountId: owner, ...details } = v.parse(
        schema,
        JSON.parse(sessionStorage.getItem(key) ?? ''),
      );
      return owner === null || owner === accountId ? details : null;
    } catch {
      return null;
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
