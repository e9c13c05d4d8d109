import type { StaffRole } from '#contract/studio/call.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import type { Team, TeamMember } from '#contract/studio/team.ts';
import { teamMessages } from '#contract/studio/team-messages.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { dismissFromStudio, inviteToStudio } from './invite.ts';
import { activeOwners, assertOwner } from './owners.ts';
import { notifyOwners } from './owners-changed.ts';
import { openResetRequests } from './reset-requests.ts';
import { type ComparedProof, takeProof } from './second-proof.ts';

/** Everybody who may enter the studio or is invited, the longest on the team first, and open resets. */
export async function readTeam(reader: Reader, now: Date, askingId: string): Promise<Team> {
  const rows = await reader
    .selectFrom('studioAccounts')
    .leftJoin('studioInvitations', 'studioInvitations.accountId', 'studioAccounts.id')
    .select(['id', 'name', 'email', 'role', 'passwordHash', 'lastSeenAt', 'expiresAt'])
    .select('studioAccounts.totpSecret')
    .where('disabledAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('emailKey')
    .execute();
  const members = rows.map(({ passwordHash, totpSecret, expiresAt, ...member }) => ({
    ...member,
    state: stateOf(passwordHash, expiresAt, now),
    hasTwoStep: totpSecret !== null,
    invitedUntil: expiresAt,
    isYou: member.id === askingId,
  }));
  return { members, resets: await openResetRequests(reader, now, askingId) };
}

function stateOf(
  passwordHash: string | null,
  invitedUntil: string | null,
  now: Date,
): TeamMember['state'] {
  if (passwordHash !== null) return 'active';
  const isValid = invitedUntil !== null && invitedUntil > now.toISOString();
  return isValid ? 'waiting' : 'expired';
}

/**
 * Invites somebody new, or somebody who was removed, and returns the link.
 * @throws FORBIDDEN, CONFLICT; WRONG_PASSWORD, CODE_REFUSED for an owner without a proof
 */
export async function inviteMember(
  change: AuditedChange,
  mailSettings: MailSettings,
  { proof: _, ...invited }: StudioCallInput<'inviteMember'>['body'],
  proof: ComparedProof | null,
): Promise<string> {
  await assertOwner(change);
  const known = await change.tx
    .selectFrom('studioAccounts')
    .select(['passwordHash', 'disabledAt'])
    .where('emailKey', '=', emailKey(invited.email))
    .executeTakeFirst();
  // Inviting resets an account, so an existing one has to be removed first.
  if (known && known.disabledAt === null) {
    const text = known.passwordHash === null ? teamMessages.isInvited : teamMessages.isMember;
    throw new Problem('CONFLICT', text, { fields: { email: text } });
  }
  if (invited.role === 'owner') {
    await assertProven(change, proof);
    await notifyOwners(change, mailSettings, 'invited', invited.email);
  }
  return inviteToStudio(change, mailSettings, invited);
}

/**
 * Replaces the link of an invitation that isn't accepted yet.
 * @throws FORBIDDEN, NOT_FOUND, CONFLICT; WRONG_PASSWORD, CODE_REFUSED for an owner without a proof, because
 * the answer has the link
 */
export async function resendInvitation(
  change: AuditedChange,
  mailSettings: MailSettings,
  accountId: string,
  proof: ComparedProof | null,
): Promise<string> {
  await assertOwner(change);
  const member = await findMember(change.tx, accountId);
  if (member.passwordHash !== null) throw new Problem('CONFLICT', teamMessages.hasJoined);
  if (member.role === 'owner') await assertProven(change, proof);
  return inviteToStudio(change, mailSettings, { email: member.email });
}

/** @throws FORBIDDEN, NOT_FOUND; CONFLICT for the last owner; WRONG_PASSWORD, CODE_REFUSED without a proof */
export async function changeRole(
  change: AuditedChange,
  mailSettings: MailSettings,
  accountId: string,
  role: StaffRole,
  proof: ComparedProof | null,
): Promise<void> {
  const { tx } = change;
  await assertOwner(change);
  const member = await findMember(tx, accountId);
  if (member.role === role) return;
  await assertNotLastOwner(tx, accountId);
  await assertProven(change, proof);
  await notifyOwners(change, mailSettings, role === 'owner' ? 'promoted' : 'demoted', member.email);
  await tx.updateTable('studioAccounts').set({ role }).where('id', '=', accountId).execute();
  await recordAction(change, {
    action: 'staff.role_changed',
    subjectId: accountId,
    before: { email: member.email, role: member.role },
    after: { email: member.email, role },
  });
}

/**
 * Removes a staff member, whose sessions end at once, or withdraws an invitation.
 * @throws FORBIDDEN, NOT_FOUND; CONFLICT for the last owner; WRONG_PASSWORD, CODE_REFUSED for an owner without a
 * proof
 */
export async function removeMember(
  change: AuditedChange,
  mailSettings: MailSettings,
  accountId: string,
  proof: ComparedProof | null,
): Promise<void> {
  await assertOwner(change);
  const { role, email } = await findMember(change.tx, accountId);
  await assertNotLastOwner(change.tx, accountId);
  if (role === 'owner') {
    await assertProven(change, proof);
    await notifyOwners(change, mailSettings, 'removed', email);
  }
  await dismissFromStudio(change, accountId);
}

/** @throws NOT_FOUND */
export async function findMember(reader: Reader, accountId: string) {
  const member = await reader
    .selectFrom('studioAccounts')
    .select(['id', 'email', 'role', 'passwordHash'])
    .where('id', '=', accountId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (!member) throw new Problem('NOT_FOUND', teamMessages.missing);
  return member;
}

/** An open session isn't enough to change who is an owner: whoever took it over could keep the studio. */
async function assertProven(change: AuditedChange, proof: ComparedProof | null): Promise<void> {
  if (!proof) throw new Problem('WRONG_PASSWORD', teamMessages.needsProof);
  await takeProof(change, proof);
}

/** Refuses if nobody else could manage the team. Somebody invited doesn't count until they accept. */
async function assertNotLastOwner(tx: Transaction, accountId: string): Promise<void> {
  const owners = await activeOwners(tx).select('id').execute();
  if (owners.length === 1 && owners[0]?.id === accountId) {
    throw new Problem('CONFLICT', teamMessages.lastOwner);
  }
}
