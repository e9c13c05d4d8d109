import type { AccountStatus } from '#contract/shop/account.ts';
import type { Database } from '../platform/database/open.ts';

/** An account as the studio sees it before deciding. */
export interface AccountEntry {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly licenseType: string;
  readonly businessVerificationLink: string;
  readonly status: AccountStatus;
  readonly createdAt: string;
}

/** Accounts of one status, or all if null, oldest first. Deleted ones are left out. */
export async function listByStatus(
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
