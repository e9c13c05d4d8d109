import * as v from 'valibot';
import type { CustomerDetails } from '#contract/order.ts';

const key = 'checkout-details';
const schema = v.object({
  name: v.string(),
  email: v.string(),
  country: v.string(),
  city: v.string(),
});

/** What was typed before the way to the sign-in, kept for the way back. */
export const keptDetails = {
  keep(details: CustomerDetails): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(details));
    } catch {
      // Without session storage it has to be typed again.
    }
  },
  read(): CustomerDetails | null {
    try {
      return v.parse(schema, JSON.parse(sessionStorage.getItem(key) ?? ''));
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
