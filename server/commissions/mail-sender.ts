import type { Change } from '../platform/database/change.ts';
import { countUse } from '../platform/http/limit.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { emailKey, hashEmail } from '../platform/sign-in/email-key.ts';
import { linkLetter, requestCopy, type SentRequest } from './request-letter.ts';
import { mailBuyer } from './tell-buyer.ts';

/** How many requests a day are mailed to an address that their senders only typed. */
const typedLimit = 3;
const day = 86_400_000;

/**
 * Mails the sender of a request what happens next. An account whose address is known to be its owner's gets a copy. Any
 * other address may be a stranger's: it gets no word of what was typed, and only a few mails (decision 117).
 */
export async function mailSender(
  change: Change,
  { env, limitFactor }: Pick<Services, 'env' | 'limitFactor'>,
  accountId: string | null,
  request: SentRequest,
): Promise<void> {
  const { id, email } = request;
  const key = emailKey(email);
  const head = await letterhead(change.tx, env);
  if (accountId !== null && (await isConfirmed(change, accountId, key))) {
    await mailBuyer(change, env, { id, accountId, email }, (path) =>
      requestCopy(head, request, path),
    );
    return;
  }
  const { count } = await countUse(change, `custom:mail:${hashEmail(key)}`, day);
  if (count > typedLimit * limitFactor) return;
  await mailBuyer(change, env, { id, accountId: null, email }, (path) => linkLetter(head, path));
}

async function isConfirmed({ tx }: Change, accountId: string, key: string): Promise<boolean> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('emailKey', '=', key)
    .where('confirmedEmailKey', '=', key)
    .executeTakeFirst();
  return account !== undefined;
}
