import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import { finalStates } from '#contract/shop/commission-states.ts';
import { studioRequestPath } from '#contract/studio/commissions.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { isApproved, notApproved, type SignedIn } from '../platform/sign-in/signed-in.ts';
import { notifyStudio } from '../staff/notifications/notify-studio.ts';
import { yearlyRequestLetter } from './request-letter.ts';

/**
 * Adds an account's request for a yearly licence and notifies the studio; while an earlier one is open, answers that. It
 * takes no slot of custom requests, and needs none of them to be open.
 * @throws NOT_APPROVED
 */
export async function askYearly(
  change: Change,
  mailSettings: MailSettings,
  account: SignedIn,
  { description }: CallInput<'askYearlyLicence'>['body'],
): Promise<CallAnswer<'askYearlyLicence'>> {
  const { tx, now } = change;
  if (!(await isApproved(tx, account.id))) throw notApproved();
  // Until the transaction ends, a second press waits here.
  const { firstName, lastName, email } = await tx
    .updateTable('accounts')
    .set((row) => ({ email: row.ref('email') }))
    .where('id', '=', account.id)
    .returning(['firstName', 'lastName', 'email'])
    .executeTakeFirstOrThrow();
  const open = await tx
    .selectFrom('customRequests')
    .select('id')
    .where('accountId', '=', account.id)
    .where('wants', '=', 'yearly_licence')
    .where('state', 'not in', finalStates)
    .executeTakeFirst();
  if (open) return { requestId: open.id, isNew: false };
  const request = {
    id: newId(now),
    name: `${firstName} ${lastName}`.trim(),
    email,
    description,
  };
  await tx
    .insertInto('customRequests')
    .values({
      ...request,
      accountId: account.id,
      wants: 'yearly_licence',
      designType: 'Non-Exclusive',
      createdAt: now.toISOString(),
    })
    .execute();
  await notifyStudio(change, mailSettings, {
    kind: 'request',
    subjectId: request.id,
    title: 'New request for a yearly licence',
    path: studioRequestPath(request.id),
    letter: yearlyRequestLetter(await letterhead(tx, mailSettings), request),
    replyTo: email,
  });
  return { requestId: request.id, isNew: true };
}
