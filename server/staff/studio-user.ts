import type { StudioUser } from '#contract/studio/account.ts';
import type { Reader } from '../platform/database/open.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** A session that was just opened, with the tokens for the browser's cookies. */
export interface OpenedSession {
  readonly session: string;
  readonly deviceToken: string;
  readonly user: StudioUser;
}

/** A staff member, as their own browser sees them. */
export async function studioUser(reader: Reader, accountId: string): Promise<StudioUser> {
  const account = await reader
    .selectFrom('studioAccounts')
    .select(['email', 'name', 'role'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { ...account, recoveryCodesLeft: await countRecoveryCodes(reader, accountId) };
}
