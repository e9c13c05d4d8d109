import { contactId } from '#contract/shop/thread.ts';
import { inboxMessages } from '#contract/studio/messages.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { withdrawNotice } from '../staff/notifications/notify-studio.ts';
import { aboutId, openThread } from './open-thread.ts';

/**
 * Deletes what was written in a thread about a design, as far as it was shown, its subject, and who asked. Its row stays, so that its
 * buyer hears what became of it. Retention deletes the files of the pictures later, because nothing refers to them any more.
 * @throws NOT_FOUND; CHANGED_MEANWHILE if its buyer wrote since
 */
export async function deleteThread(
  change: AuditedChange,
  id: string,
  lastId: string,
): Promise<{ readonly message: string }> {
  const { tx, now } = change;
  const thread = await openThread(tx, { kind: 'design', id });
  const cleared = await tx
    .updateTable('threads')
    .set({
      // An account can ask again.
      name: thread.accountId === null ? '' : thread.name,
      email: '',
      title: thread.productId === contactId ? '' : thread.title,
      waitingSince: null,
      lastAt: now.toISOString(),
    })
    .where('id', '=', id)
    .where('lastAt', '=', thread.lastAt ?? '')
    .returning('id')
    .executeTakeFirst();
  const last = await tx
    .selectFrom('threadMessages')
    .select('id')
    .where('threadId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!cleared || last?.id !== lastId) throw new Problem('CHANGED_MEANWHILE', inboxMessages.newer);
  await tx.deleteFrom('threadMessages').where('threadId', '=', id).execute();
  await withdrawNotice(tx, 'request', id);
  const line = { action: 'thread.deleted', subjectId: id } as const;
  await recordAction(change, { ...line, before: { designId: aboutId(thread) }, after: null });
  return { message: 'Deleted' };
}
