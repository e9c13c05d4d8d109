import { randomBytes } from 'node:crypto';
import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { authenticatorReplaced } from '../platform/mail/staff-letters.ts';
import type { Services } from '../platform/services/services.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { rememberDevice } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { endAccess } from './end-access.ts';
import { codeRefused } from './invitations.ts';
import { countRecoveryCodes, findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';
import { openStudioSession } from './sessions.ts';
import { accountWithPassword, comparePassword, wrongCredentials } from './sign-in.ts';
import type { StaffCaller } from './staff-caller.ts';
import { type OpenedSession, studioUser } from './studio-user.ts';
import { matchingStep, newTotpSecret, otpauthUri, secretForPeople } from './totp.ts';

/** How long a new authenticator can be set up after a recovery code was used. */
const setupMs = 15 * 60_000;

/**
 * Uses up a recovery code, and returns the secret for a new authenticator with the token that sets it up.
 * Signs nobody in yet; until then the old authenticator works.
 * @throws WRONG_CREDENTIALS for a wrong password, a wrong or used code, an unknown e-mail and a disabled
 * account alike, after the same work; TOO_MANY
 */
export async function recover(
  services: Services,
  { recoveryCode, ...credentials }: StudioCallInput<'recover'>['body'],
  caller: Caller,
  makeLast: MakeLastChange<StudioCallAnswer<'recover'>>,
): Promise<StudioCallAnswer<'recover'>> {
  const compared = await comparePassword(services, credentials, caller);
  const found = await findRecoveryCode(services, compared.accountId, recoveryCode);
  return makeLast(async (change) => {
    const { tx, now } = change;
    const accountId = await accountWithPassword(tx, compared);
    if (accountId === null || !found || !(await spendRecoveryCode(tx, found))) {
      throw wrongCredentials();
    }
    const token = randomBytes(32).toString('base64url');
    const totpSecret = newTotpSecret();
    await tx.deleteFrom('studioTwoStepSetups').where('accountId', '=', accountId).execute();
    await tx
      .insertInto('studioTwoStepSetups')
      .values({
        tokenHash: hashToken(token),
        accountId,
        totpSecret,
        expiresAt: new Date(now.getTime() + setupMs).toISOString(),
      })
      .execute();
    await recordAction(
      { ...change, actorId: accountId },
      {
        action: 'recovery_code.used',
        subjectId: accountId,
        before: null,
        after: { recoveryCodesLeft: await countRecoveryCodes(tx, accountId) },
      },
    );
    const { email } = await studioUser(tx, accountId);
    const { studioName } = await letterhead(tx, services.env);
    return {
      token,
      totpSecret: secretForPeople(totpSecret),
      otpauthUri: otpauthUri(totpSecret, studioName, email),
    };
  });
}

/**
 * Replaces the authenticator after a recovery and opens the account's only session: the lost phone may have
 * had one. Mails the person. A refused code doesn't use the token up.
 * @throws CODE_REFUSED, CODE_ENDED, TOO_MANY
 */
export async function setUpTwoStep(
  services: Services,
  { token, code }: StudioCallInput<'setUpTwoStep'>['body'],
  { address, device, userAgent }: StaffCaller,
  makeLast: MakeLastChange<OpenedSession>,
): Promise<OpenedSession> {
  await countAttempt(services, 'studioInvitation', { address }, null);
  return makeLast(async (change) => {
    const { tx, now } = change;
    const { accountId, totpSecret } = await findSetup(tx, now, token);
    const lastTotpStep = matchingStep(totpSecret, code, now);
    if (lastTotpStep === null) throw codeRefused();
    await endAccess(tx, accountId);
    await tx
      .updateTable('studioAccounts')
      .set({ totpSecret, lastTotpStep })
      .where('id', '=', accountId)
      .execute();
    const user = await studioUser(tx, accountId);
    const letter = authenticatorReplaced(await letterhead(tx, services.env));
    await queueMail(change, { recipient: user.email, ...letter });
    await recordAction(
      { ...change, actorId: accountId },
      { action: 'authenticator.set_up', subjectId: accountId, before: null, after: null },
    );
    return {
      session: await openStudioSession(change, accountId, userAgent),
      deviceToken: await rememberDevice(change, `studio:${accountId}`, device),
      user,
    };
  });
}

/** The same problem for a setup that is expired, used, superseded, never ours, or of an account removed since. */
async function findSetup(tx: Transaction, now: Date, token: string) {
  const row = await tx
    .selectFrom('studioTwoStepSetups')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'studioTwoStepSetups.accountId')
    .select(['accountId', 'studioTwoStepSetups.totpSecret'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Problem('CODE_ENDED', studioMessages.setupEnded);
  return row;
}
