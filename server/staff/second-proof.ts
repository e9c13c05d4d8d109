import { studioMessages } from '#contract/studio/account.ts';
import type { StudioProof } from '#contract/studio/own-account.ts';
import type { Change } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { notSignedIn } from '../platform/sign-in/signed-in.ts';
import { codeRefused } from './invitations.ts';
import type { StudioAccount } from './sessions.ts';
import { takeTotp } from './sign-in.ts';

/** The right password of a signed-in staff member, with a code that isn't checked yet. */
export interface ComparedProof {
  readonly account: StudioAccount;
  readonly passwordHash: string | null;
  readonly code: string;
}

/** Compares the password of a proof, and counts the try. @throws WRONG_PASSWORD, TOO_MANY */
export async function compareProof(
  services: Services,
  account: StudioAccount,
  { password, code }: StudioProof,
  address: string,
): Promise<ComparedProof> {
  const { database, passwords } = services;
  await countAttempt(services, 'password', { address }, `studio:${account.id}`);
  const { passwordHash } = await database.read
    .selectFrom('studioAccounts')
    .select('passwordHash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (!(await passwords.matches(password, passwordHash))) {
    const text = studioMessages.wrongPassword;
    throw new Problem('WRONG_PASSWORD', text, { fields: { password: text } });
  }
  return { account, passwordHash, code };
}

/**
 * Uses a proof up in the transaction of what it allows.
 * @throws CODE_REFUSED; NOT_SIGNED_IN if the session or the password ended since the comparison, which takes a while
 */
export async function takeProof(
  change: Change,
  { account: { id, tokenHash }, passwordHash, code }: ComparedProof,
): Promise<void> {
  const still = await change.tx
    .selectFrom('studioSessions')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'studioSessions.accountId')
    .select('studioAccounts.id')
    .where('studioSessions.tokenHash', '=', tokenHash)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!still) throw notSignedIn();
  if (!(await takeTotp(change, id, code))) throw codeRefused();
}
