import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { notSignedIn } from '../platform/sign-in/signed-in.ts';
import { codeRefused } from './invitations.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import type { StudioAccount } from './sessions.ts';
import { takeTotp } from './sign-in.ts';

/**
 * Replaces the recovery codes of a signed-in staff member; earlier ones stop working.
 * @throws WRONG_PASSWORD, CODE_REFUSED, TOO_MANY; NOT_SIGNED_IN if the session or the password ended meanwhile
 */
export async function renewRecoveryCodes(
  services: Services,
  { id, tokenHash }: StudioAccount,
  { password, code }: StudioCallInput<'renewRecoveryCodes'>['body'],
  address: string,
): Promise<StudioCallAnswer<'renewRecoveryCodes'>> {
  const { database, passwords } = services;
  await countAttempt(services, 'password', { address }, `studio:${id}`);
  const { passwordHash } = await database.read
    .selectFrom('studioAccounts')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await passwords.matches(password, passwordHash))) {
    const text = studioMessages.wrongPassword;
    throw new Problem('WRONG_PASSWORD', text, { fields: { password: text } });
  }
  const codes = await newRecoveryCodes(services);
  await makeAuditedChange(services, id, async (change) => {
    const { tx } = change;
    // Hashing takes a while: checks for a reset or a removal in the meantime.
    const still = await tx
      .selectFrom('studioSessions')
      .innerJoin('studioAccounts', 'studioAccounts.id', 'studioSessions.accountId')
      .select('studioAccounts.id')
      .where('studioSessions.tokenHash', '=', tokenHash)
      .where('passwordHash', '=', passwordHash)
      .executeTakeFirst();
    if (!still) throw notSignedIn();
    if (!(await takeTotp(change, id, code))) throw codeRefused();
    await storeRecoveryCodes(tx, id, codes);
    await recordAction(change, {
      action: 'made new recovery codes',
      subjectId: id,
      before: null,
      after: null,
    });
  });
  return { recoveryCodes: codes.shown };
}
