import type { AccountStatus } from '#contract/shop/account.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Person } from '../platform/sign-in/person.ts';

/** Somebody who signs in with an e-mail, and the state of the account that they sign in to. */
export interface FoundPerson extends Person {
  readonly email: string;
  readonly passwordHash: string;
  readonly status: AccountStatus;
  /** 1: a practice account. */
  readonly isDemo: number;
}

/**
 * Who signs in with an e-mail, by its `emailKey`; null: nobody. The same statements run for anybody. Should an account
 * have the e-mail of a colleague, because the version before knows none and let it sign up, the account goes first.
 */
export async function findPerson(reader: Reader, key: string): Promise<FoundPerson | null> {
  const [owner, colleague] = await Promise.all([
    reader
      .selectFrom('accounts')
      .select(['id', 'email', 'passwordHash', 'status', 'isDemo'])
      .where('emailKey', '=', key)
      .executeTakeFirst(),
    reader
      .selectFrom('colleagues')
      .innerJoin('accounts', 'accounts.id', 'colleagues.accountId')
      .select(['accounts.id', 'colleagues.id as colleagueId', 'colleagues.email'])
      .select(['colleagues.passwordHash', 'accounts.status', 'accounts.isDemo'])
      .where('colleagues.emailKey', '=', key)
      .executeTakeFirst(),
  ]);
  if (owner) return { ...owner, colleagueId: null };
  return colleague ?? null;
}
