import * as v from 'valibot';
import { confirmNewsPath } from '#contract/shop/own-paths.ts';
import { idSchema } from '#contract/wire/fields.ts';
import type { Reader } from '../platform/database/open.ts';
import { isSigned, namedId, signedToken } from '../platform/mail/signed-token.ts';

/** Whose link it is. It is no longer theirs once their e-mail has changed. */
export interface Asker {
  readonly accountId: string;
  readonly emailKey: string;
}

/** The path in an e-mail that confirms an account's wish for news. */
export function confirmingPath(key: Buffer, asker: Asker): string {
  return confirmNewsPath(signedToken(key, asker.accountId, signedText(asker)));
}

/** Who was sent the token of such a path; null for any other text, and if that account is gone or has another e-mail. */
export async function askerOf(reader: Reader, key: Buffer, token: string): Promise<Asker | null> {
  const accountId = namedId(token);
  if (!v.is(idSchema, accountId)) return null;
  const account = await reader
    .selectFrom('accounts')
    .select(['id as accountId', 'emailKey'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return account && isSigned(key, token, signedText(account)) ? account : null;
}

function signedText({ accountId, emailKey }: Asker): string {
  return `confirm news\n${accountId}\n${emailKey}`;
}
