import { threadLinkPath } from '#contract/shop/thread-paths.ts';
import { newLink, requestOfLink } from '../commissions/request-links.ts';
import type { Change } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';

/** The path of a page that shows a thread about a design without an account, for a mail to its buyer. */
export async function makeThreadLink({ tx, now }: Change, threadId: string): Promise<string> {
  const { token, stored } = newLink(now);
  await tx
    .insertInto('threadLinks')
    .values({ ...stored, threadId })
    .execute();
  return threadLinkPath(token);
}

/** Ends every link that was mailed for an account's threads. */
export async function endThreadLinks(tx: Transaction, accountId: string): Promise<void> {
  await tx
    .deleteFrom('threadLinks')
    .where('threadId', 'in', (query) =>
      query.selectFrom('threads').select('id').where('accountId', '=', accountId),
    )
    .execute();
}

/** The id of the thread that a mailed link opens: of a custom request, or about a design. @throws NOT_FOUND */
export async function threadOfLink(reader: Reader, token: string, now: Date): Promise<string> {
  const link = await reader
    .selectFrom('threadLinks')
    .select('threadId')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();
  return link?.threadId ?? requestOfLink(reader, token, now);
}
