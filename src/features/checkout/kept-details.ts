import * as v from 'valibot';
import type { CustomerDetails } from '#contract/shop/order.ts';

const key = 'checkout-details';
const schema = v.object({
  /** Whose they are; null where a visitor typed them. */
  accountId: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  country: v.string(),
  city: v.string(),
});

/** What was typed before the way to the sign-in, kept for the way back. */
export const keptDetails = {
  keep(details: CustomerDetails, accountId: string | null): void {
    try {
      sessionStorage.setItem(key, JSON.stringify({ ...details, accountId }));
    } catch {
      // Without session storage it has to be typed again.
    }
  },
  /** Those of a visitor are for whoever signs in; those of an account for itself. */
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
      // Nothing was kept.
    }
  },
};
