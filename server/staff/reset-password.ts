import { randomBytes } from 'node:crypto';
import { studioMessages } from '#contract/studio/account.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import { resetMessages } from '#contract/studio/password-reset.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import { type AuditedChange, makeChange } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader } from '../platform/database/open.ts';
import type { MakeLastChange } from '../platform/http/answer-again.ts';
import type { Caller } from '../platform/http/device-cookie.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import {
  staffPasswordChanged,
  staffResetAsked,
  staffResetLink,
} from '../platform/mail/staff-letters.ts';
import type { Services } from '../platform/services/services.ts';
import { assertUncommonPassword } from '../platform/sign-in/common-passwords.ts';
import { countAttempt } from '../platform/sign-in/count-attempt.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { knownDevice } from '../platform/sign-in/known-devices.ts';
import { hashToken } from '../platform/sign-in/signed-in.ts';
import { endAccess } from './end-access.ts';
import { activeOwners } from './owners.ts';
import { findRecoveryCode, type RecoveryCodeRow, spendRecoveryCode } from './recovery-codes.ts';
import { maxTries, resetMs } from './reset-requests.ts';
import { takeTotp } from './sign-in.ts';
import type { StaffCaller } from './staff-caller.ts';

/** How long a link works once an owner is asked, who needs time to see it. */
const askedMs = 12 * 3_600_000;

/** A link that works. `confirmer`: the e-mail of the owner who confirmed it, if any. */
interface OpenReset {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly askedAt: string | null;
  readonly expiresAt: string;
  readonly triesLeft: number;
  readonly confirmer: string | null;
}

/**
 * Mails a link for a new password. For an e-mail without an account that can sign in, the same statements
 * run, but the link belongs to no account and its mail has no recipient.
 * @throws TOO_MANY
 */
export async function requestReset(
  services: Services,
  { email }: StudioCallInput<'requestReset'>['body'],
  { address, device }: Caller,
): Promise<void> {
  const { database, env } = services;
  const key = emailKey(email);
  const known = await accountOf(database.read, key);
  const onDevice = await knownDevice(database.read, known ? `studio:${known.id}` : null, device);
  await countAttempt(services, 'studioReset', { address, knownDevice: onDevice }, key);
  const token = randomBytes(32).toString('base64url');
  await makeChange(services, async (change) => {
    const { tx, now } = change;
    const account = await accountOf(tx, key);
    const expiresAt = new Date(now.getTime() + resetMs);
    await tx
      .insertInto('studioResets')
      .values({
        id: newId(now),
        tokenHash: hashToken(token),
        accountId: account?.id ?? null,
        expiresAt: expiresAt.toISOString(),
        triesLeft: maxTries,
        askedAt: null,
        address: '',
        userAgent: '',
        confirmedBy: null,
      })
      .execute();
    const letter = staffResetLink(await letterhead(tx, env), token);
    await queueMail(change, { recipient: account?.email ?? null, expiresAt, ...letter });
  });
}

/** What a link still needs. @throws CODE_ENDED, TOO_MANY */
export async function openReset(
  services: Services,
  token: string,
  address: string,
): Promise<StudioCallAnswer<'openReset'>> {
  const { database, clock } = services;
  const reset = await findReset(database.read, clock(), token);
  if (!reset || reset.triesLeft === 0) throw await ended(services, address);
  return stateOf(database.read, reset);
}

/**
 * Asks the other owners to confirm a new password, and mails them. Asking again changes nothing.
 * @throws CODE_ENDED, CONFLICT without another owner, TOO_MANY
 */
export async function askOwner(
  services: Services,
  token: string,
  { address, userAgent }: StaffCaller,
): Promise<StudioCallAnswer<'askOwner'>> {
  const state = await makeChange(services, async (change) => {
    const { tx, now } = change;
    const reset = await findReset(tx, now, token);
    if (!reset || reset.triesLeft === 0) return null;
    if (reset.askedAt !== null) return stateOf(tx, reset);
    const owners = await otherOwners(tx, reset.accountId).select('email').execute();
    if (owners.length === 0) throw new Problem('CONFLICT', resetMessages.noOwner);
    const expiresAt = new Date(now.getTime() + askedMs);
    const asked = { askedAt: now.toISOString(), expiresAt: expiresAt.toISOString() };
    await tx
      .updateTable('studioResets')
      .set({ ...asked, address, userAgent: userAgent.slice(0, 300) })
      .where('id', '=', reset.id)
      .execute();
    const letter = staffResetAsked(await letterhead(tx, services.env), reset);
    for (const { email } of owners) {
      await queueMail(change, { recipient: email, expiresAt, ...letter });
    }
    await recordAction(
      { ...change, actorId: reset.accountId },
      {
        action: 'password.requested',
        subjectId: reset.accountId,
        before: null,
        after: null,
      },
    );
    return stateOf(tx, { ...reset, ...asked });
  });
  if (!state) throw await ended(services, address);
  return state;
}

/**
 * Sets a new password with a mailed link and a second proof: a code of the authenticator, a recovery code, or
 * an owner's confirmation. Ends every session and every other link, forgets all devices, mails the person and
 * signs nobody in. A try is taken before anything is hashed, so that simultaneous guesses count like
 * consecutive ones.
 * @throws INVALID, CODE_REFUSED while tries are left, otherwise CODE_ENDED; TOO_MANY
 */
export async function setStaffPassword(
  services: Services,
  { token, password, code, recoveryCode }: StudioCallInput<'setStaffPassword'>['body'],
  address: string,
  makeLast: MakeLastChange<StudioCallAnswer<'setStaffPassword'>>,
): Promise<StudioCallAnswer<'setStaffPassword'>> {
  const { database, clock, passwords } = services;
  assertUncommonPassword(password);
  const reset = await findReset(database.read, clock(), token);
  if (!reset) throw await ended(services, address);
  if (reset.confirmer === null && code === null && recoveryCode === null) {
    throw invalidField('proof', resetMessages.proof);
  }
  const triesLeft = await takeTry(services, reset.id);
  if (triesLeft === null) throw await ended(services, address);
  const found =
    recoveryCode === null ? null : await findRecoveryCode(services, reset.accountId, recoveryCode);
  const passwordHash = await passwords.hash(password);
  return makeLast(async (change) => {
    const { tx, now } = change;
    // Hashing takes a while: a removal, another reset or a new invitation in the meantime has ended the link.
    const still = await findReset(tx, now, token);
    if (!still) throw linkEnded();
    const { accountId } = still;
    const audited = { ...change, actorId: accountId };
    if (still.confirmer === null && !(await proves(audited, code, found))) {
      throw triesLeft > 0 ? proofRefused(code) : linkEnded();
    }
    await tx
      .updateTable('studioAccounts')
      .set({ passwordHash })
      .where('id', '=', accountId)
      .execute();
    await endAccess(tx, accountId);
    const letter = staffPasswordChanged(await letterhead(tx, services.env));
    await queueMail(change, { recipient: still.email, ...letter });
    const proof = still.confirmer ?? (code === null ? 'recovery code' : 'authenticator code');
    await recordAction(audited, {
      action: 'password.set',
      subjectId: accountId,
      before: null,
      after: { confirmedBy: proof },
    });
    return { message: resetMessages.done };
  });
}

/** Uses up a code of the authenticator or a recovery code; false if it is wrong or used. */
async function proves(
  change: AuditedChange,
  code: string | null,
  found: RecoveryCodeRow | null,
): Promise<boolean> {
  if (code !== null) return takeTotp(change, change.actorId, code);
  return found !== null && spendRecoveryCode(change.tx, found);
}

/** Takes a try of a link; returns how many are left, or null if there was none. */
async function takeTry({ database }: Services, resetId: string): Promise<number | null> {
  const row = await database.write((tx) =>
    tx
      .updateTable('studioResets')
      .set((set) => ({ triesLeft: set('triesLeft', '-', 1) }))
      .where('id', '=', resetId)
      .where('triesLeft', '>', 0)
      .returning('triesLeft')
      .executeTakeFirst(),
  );
  return row?.triesLeft ?? null;
}

/** An account that can sign in. */
function accountOf(reader: Reader, key: string) {
  return reader
    .selectFrom('studioAccounts')
    .select(['id', 'email'])
    .where('emailKey', '=', key)
    .where('disabledAt', 'is', null)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst();
}

/** The reset of a link; null if it is expired, used, refused or never ours. */
async function findReset(reader: Reader, now: Date, token: string): Promise<OpenReset | null> {
  const row = await reader
    .selectFrom('studioResets')
    .innerJoin('studioAccounts', 'studioAccounts.id', 'studioResets.accountId')
    .select(['studioResets.id', 'studioAccounts.id as accountId', 'email', 'name', 'askedAt'])
    .select(['expiresAt', 'triesLeft', 'confirmedBy'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', now.toISOString())
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { confirmedBy, ...reset } = row;
  // The confirmation of somebody who is no longer an owner doesn't count.
  const confirmer = await otherOwners(reader, reset.accountId)
    .select('email')
    .where('id', '=', confirmedBy ?? '')
    .executeTakeFirst();
  return { ...reset, confirmer: confirmer?.email ?? null };
}

async function stateOf(
  reader: Reader,
  { email, accountId, askedAt, expiresAt, confirmer }: OpenReset,
): Promise<StudioCallAnswer<'openReset'>> {
  const owner = await otherOwners(reader, accountId).select('id').executeTakeFirst();
  const unconfirmed = askedAt === null ? 'none' : 'asked';
  return {
    email,
    confirmation: confirmer === null ? unconfirmed : 'confirmed',
    hasOwner: owner !== undefined,
    expiresAt,
  };
}

function otherOwners(reader: Reader, accountId: string) {
  return activeOwners(reader).where('id', '!=', accountId);
}

/** Counts only tokens that don't work, so that strangers at the same address can't block a mailed link. */
async function ended(services: Services, address: string): Promise<Problem> {
  await countAttempt(services, 'studioResetLink', { address }, null);
  return linkEnded();
}

function linkEnded(): Problem {
  return new Problem('CODE_ENDED', resetMessages.ended);
}

function proofRefused(code: string | null): Problem {
  const text = code === null ? studioMessages.recoveryCodeRefused : studioMessages.codeRefused;
  return new Problem('CODE_REFUSED', text, { fields: { proof: text } });
}
