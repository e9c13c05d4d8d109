import { orderPath } from '#contract/shop/own-paths.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { inboxMessages, type StudioThread } from '#contract/studio/messages.ts';
import { passTurn } from '../commissions/desk-changes.ts';
import { mailAbout } from '../commissions/mail-about.ts';
import { mailBuyer } from '../commissions/tell-buyer.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { addMessage } from './add-message.ts';
import { studioThread } from './inbox.ts';
import { messageToBuyer } from './message-letters.ts';
import { type About, openThread, type ThreadRow } from './open-thread.ts';
import { firstUnread } from './read-threads.ts';
import { buyerOf } from './receive-message.ts';
import { makeThreadLink } from './thread-links.ts';

/**
 * Stores a message of the studio and mails it; a repeat with the same id does neither. It answers what was shown: a buyer who
 * wrote since still waits. @throws NOT_FOUND, CONFLICT if nobody can read it
 */
export async function answerThread(
  change: AuditedChange,
  mailSettings: MailSettings,
  about: About,
  { messageId, text, lastId }: StudioCallInput<'answerThread'>['body'],
): Promise<StudioThread> {
  const { tx, actorId: staffId } = change;
  const open = await openThread(tx, about);
  const { email, accountId } = await buyerOf(tx, open);
  // Its buyer has deleted the account.
  if (email === '') throw new Problem('CONFLICT', commissionMessages.noBuyer);
  const waitingSince = await firstUnread(tx, open.id, lastId);
  const message = { id: messageId, staffId, waitingSince, text, pictures: [] };
  const thread = await addMessage(change, open, message);
  if (!thread) return studioThread(tx, await openThread(tx, about));
  const head = await letterhead(tx, mailSettings);
  const letter = (path: string) => messageToBuyer(head, { thread, text, path });
  if (thread.requestId !== null) {
    if (waitingSince === null) await passTurn(change, thread.requestId, 'answered');
    const request = { id: thread.requestId, accountId, email };
    await mailBuyer(change, mailSettings, request, letter);
  } else {
    const { kind, id } = thread;
    const mail = letter(await pathOf(change, thread));
    const to = { recipient: email, accountId: accountId ?? undefined };
    await mailAbout(change, mailSettings, { kind, id }, { ...mail, ...to });
  }
  if (waitingSince === null) await withdrawNotice(tx, 'request', thread.id);
  const line = { action: 'thread.answered', subjectId: thread.id } as const;
  await recordAction(change, { ...line, before: null, after: { messageId } });
  return studioThread(tx, thread);
}

async function pathOf(change: AuditedChange, { id, orderId }: ThreadRow): Promise<string> {
  return orderId === null ? makeThreadLink(change, id) : orderPath(orderId);
}

/** Marks a thread as done, as far as it was shown. @throws NOT_FOUND; CHANGED_MEANWHILE if its buyer wrote since */
export async function finishThread(
  change: AuditedChange,
  about: About,
  lastId: string,
): Promise<StudioThread> {
  const { tx } = change;
  const thread = await studioThread(tx, await openThread(tx, about));
  if (thread.waitingSince === null) return thread;
  const isNewest = thread.messages.at(-1)?._id === lastId;
  const done = await tx
    .updateTable('threads')
    .set({ waitingSince: null })
    .where('id', '=', thread._id)
    .where('lastAt', '=', thread.lastAt ?? '')
    .returning('id')
    .executeTakeFirst();
  if (!isNewest || !done) throw new Problem('CHANGED_MEANWHILE', inboxMessages.newer);
  if (about.kind === 'request') await passTurn(change, about.id, 'answered');
  await withdrawNotice(tx, 'request', thread._id);
  const line = { action: 'thread.finished', subjectId: thread._id } as const;
  const seen = { before: { waitingSince: thread.waitingSince }, after: { waitingSince: null } };
  await recordAction(change, { ...line, ...seen });
  return { ...thread, waitingSince: null };
}
