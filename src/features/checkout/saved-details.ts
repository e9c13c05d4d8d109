import * as v from 'valibot';
import { tabValue } from '#api/tab-value.ts';
import type { CustomerDetails } from '#contract/shop/order.ts';

const schema = v.object({
  /** Whose they are: an account, or a visitor; null: of the account that signs in next. */
  accountId: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  country: v.string(),
  city: v.string(),
});
const kept = tabValue('checkout-details', schema);

/** In place of an account's id: two people can be visitors in one tab, one after the other. */
const visitor = 'visitor';

/** The details as they were typed, for a reload or the return from another page, until the order is paid. */
export const savedDetails = {
  save(details: CustomerDetails, accountId: string | null): void {
    kept.write({ ...details, accountId: accountId ?? visitor });
  },
  /** Leaves a visitor's details to the account that they sign in to next. */
  saveForSignIn(details: CustomerDetails): void {
    kept.write({ ...details, accountId: null });
  },
  /** Without those that were left empty. */
  read(accountId: string | null): Partial<CustomerDetails> {
    const { accountId: owner, ...details } = kept.read() ?? { accountId: null };
    if (owner !== null && owner !== (accountId ?? visitor)) return {};
    return Object.fromEntries(Object.entries(details).filter(([, text]) => text.trim() !== ''));
  },
  forget: kept.forget,
};
