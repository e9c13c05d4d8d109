import type { Change } from '../platform/database/change.ts';
import { isReserved } from './undo-email-change.ts';

/** Whether somebody signs in with an e-mail, by its `emailKey`, or may get it back; `accountId` is the account that asks for it. */
export async function isEmailTaken(
  change: Change,
  key: string,
  accountId: string | null = null,
): Promise<boolean> {
  const { tx } = change;
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('emailKey', '=', key)
    .where('id', '!=', accountId ?? '')
    .executeTakeFirst();
  const colleague = await tx
    .selectFrom('colleagues')
    .select('id')
    .where('emailKey', '=', key)
    .executeTakeFirst();
  return Boolean(account ?? colleague) || (await isReserved(change, key, accountId));
}
