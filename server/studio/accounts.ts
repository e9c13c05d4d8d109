import type { AccountStatus } from '#contract/account.ts';
import { decideAccount } from '../accounts/decide-account.ts';
import { emailKey } from '../accounts/email-key.ts';
import type { Database, Transaction } from '../database/open.ts';
import type { Env } from '../env.ts';

/** What the studio sees of an account before it decides. */
export interface AccountEntry {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly licenseType: string;
  readonly businessVerificationLink: string;
  readonly status: AccountStatus;
  readonly createdAt: string;
}

/** Accounts, the longest waiting first; all, or those of one status. Deleted ones are left out. */
export async function listAccounts(
  read: Database['read'],
  status: AccountStatus | null,
): Promise<AccountEntry[]> {
  return read
    .selectFrom('accounts')
    .select([
      'email',
      'firstName',
      'lastName',
      'licenseType',
      'businessVerificationLink',
      'status',
      'createdAt',
    ])
    .where('deletedAt', 'is', null)
    .$if(status !== null, (query) => query.where('status', '=', status ?? 'pending'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** `unchanged`: it was decided so already. `missing`: there is no account with this e-mail. */
export type Decision = 'changed' | 'unchanged' | 'missing';

/**
 * Approves or rejects the account with an e-mail and tells its owner by mail, with `reason` where
 * it is rejected; a rejected one is signed out everywhere at once.
 */
export async function decideByEmail(
  tx: Transaction,
  env: Env,
  now: Date,
  email: string,
  status: Exclude<AccountStatus, 'pending'>,
  reason = '',
): Promise<Decision> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('emailKey', '=', emailKey(email))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!account) return 'missing';
  const isChanged = await decideAccount(tx, env, now, account.id, status, reason);
  return isChanged ? 'changed' : 'unchanged';
}
