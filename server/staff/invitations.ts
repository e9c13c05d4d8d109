import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { Reader } from '../platform/database/open.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { rememberDevice } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { endAccess } from './end-access.ts';
import { newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import { openStudioSession } from './sessions.ts';
import type { StaffCaller } from './staff-caller.ts';
import { type OpenedSession, studioUser } from './studio-user.ts';
import { matchingStep, otpauthUri, secretForPeople } from './totp.ts';

/**
 * Returns whose invitation a token opens, and the secret for the authenticator. The secret is the same each
 * time, so that opening the page twice leads to one entry.
 * @throws CODE_ENDED, TOO_MANY
 */
export async function openInvitation(
  services: Services,
  { token }: StudioCallInput<'openInvitation'>['body'],
  address: string,
): Promise<StudioCallAnswer<'openInvitation'>> {
  await countAttempt(services, 'studioInvitation', { address }, null);
  const { read } = services.database;
  const { email, totpSecret } = await findInvitation(read, services.clock(), token);
  const { studioName } = await letterhead(read, services.env);
  return {
    email,
    totpSecret: secretForPeople(totpSecret),
    otpauthUri: otpauthUri(totpSecret, studioName, email),
  };
}

/** A session, and codes that are shown once. */
export interface Accepted extends OpenedSession {
  readonly recoveryCodes: string[];
}

/**
 * Sets password and second factor with an invitation, which works once, makes recovery
 * codes, and opens the account's only session.
 * A refused password or code doesn't use the invitation up.
 * @throws INVALID, CODE_REFUSED, CODE_ENDED, TOO_MANY
 */
export async function acceptInvitation(
  services: Services,
  { token, password, code }: StudioCallInput<'acceptInvitation'>['body'],
  { address, device, userAgent }: StaffCaller,
  makeLast: MakeLastChange<Accepted>,
): Promise<Accepted> {
  const { database, clock, passwords } = services;
  await countAttempt(services, 'studioInvitation', { address }, null);
  assertUncommonPassword(password);
  const { totpSecret } = await findInvitation(database.read, clock(), token);
  const lastTotpStep = matchingStep(totpSecret, code, clock());
  if (lastTotpStep === null) throw codeRefused();
  const passwordHash = await passwords.hash(password);
  const codes = await newRecoveryCodes(services);
  return makeLast(async (change) => {
    const { tx, now } = change;
    // Hashing takes a while: only the first acceptance counts, and a newer invitation replaces this one.
    const { accountId, email } = await findInvitation(tx, now, token);
    await endAccess(tx, accountId);
    await storeRecoveryCodes(tx, accountId, codes);
    await tx
      .updateTable('studioAccounts')
      .set({ passwordHash, totpSecret, lastTotpStep })
      .where('id', '=', accountId)
      .execute();
    await recordAction(
      { ...change, actorId: accountId },
      {
        action: 'staff.joined',
        subjectId: accountId,
        before: { email, mayEnter: false },
        after: { email, mayEnter: true },
      },
    );
    return {
      session: await openStudioSession(change, accountId, userAgent),
      deviceToken: await rememberDevice(change, `studio:${accountId}`, device),
      user: await studioUser(tx, accountId),
      recoveryCodes: codes.shown,
    };
  });
}

/** The problem for a code that isn't of the new authenticator. */
export function codeRefused(): Problem {
  const text = studioMessages.codeRefused;
  return new Problem('CODE_REFUSED', text, { fields: { code: text } });
}

/** The same problem for an invitation that is expired, used, superseded, never ours, or of an account disabled since. */
async function findInvitation(database: Reader, now: Date, token: string) {
  const row = await database
    .selectFrom('studioInvitations')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'studioInvitations.accountId')
    .select(['accountId', 'email', 'studioInvitations.totpSecret'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Problem('CODE_ENDED', studioMessages.invitationEnded);
  return row;
}
