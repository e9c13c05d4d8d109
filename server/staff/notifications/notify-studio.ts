import { sql } from 'kysely';
import {
  defaultChoices,
  type NotificationChoice,
  type NotificationKind,
} from '#contract/studio/notifications.ts';
import type { Change } from '../../platform/database/change.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Transaction } from '../../platform/database/open.ts';
import { countUse } from '../../platform/http/limit.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { MailSettings } from '../../platform/mail/mail-settings.ts';
import { type Attachment, queueMail } from '../../platform/mail/queue-mail.ts';
import { studioRecipients } from '../../platform/mail/studio-recipients.ts';
import { emailKey } from '../../platform/sign-in/email-key.ts';

/** Something that staff should know or do. */
export interface Notice {
  readonly kind: NotificationKind;
  /** Of the order, account, … that it is about; a later notice about the same replaces an unsent push. */
  readonly subjectId: string;
  /** For digests and pushes. Nothing personal: others can see it on a locked phone. */
  readonly title: string;
  /** The screen of the studio where the task is. */
  readonly path: string;
  /** The mail to those who want it at once. */
  readonly letter: Letter;
  /** The address for replies, if it isn't the shop's. */
  readonly replyTo?: string;
  readonly attachments?: readonly Attachment[];
}

/** What is pushed, stored as JSON in the outbox. */
export type PushedNotice = Pick<Notice, 'title' | 'path'>;

/** Kinds that also reach designers without a studio account: others can't be acted on without one. */
const forDesigners: ReadonlySet<NotificationKind> = new Set([
  'request',
  'review',
  'payments',
  'mail',
  'backup',
  'storage',
]);

/** Kinds whose tasks are pushed together, with their number when it is sent: many sign-ups are one notification. */
const pushedTogether: ReadonlySet<NotificationKind> = new Set(['account']);
/** The time between two pushes of such a kind, so that strangers who sign up can't keep a phone ringing. */
const togetherMs = 15 * 60_000;

/** For each of these a device shows only the newest push. */
const pushTag = (kind: NotificationKind, subjectId: string): string =>
  pushedTogether.has(kind) ? kind : `${kind}:${subjectId}`;

/**
 * Notifies the studio, in the transaction of the event: each staff member as they chose, by mail at once, in
 * the next digest, by push, or not at all. The only way to notify the studio.
 */
export async function notifyStudio(
  change: Change,
  mailSettings: MailSettings,
  notice: Notice,
): Promise<void> {
  const { tx } = change;
  const staff = await activeStaff(tx);
  const choices = await choicesOf(tx, notice.kind);
  const toMail: string[] = [];
  for (const { id, email } of staff) {
    const { mail, isPushed } = choices.get(id) ?? defaultChoices[notice.kind];
    if (mail === 'atOnce') toMail.push(email);
    if (mail !== 'off') await record(change, id, notice, mail === 'atOnce');
    if (isPushed) await queuePushes(change, id, notice);
  }
  if (forDesigners.has(notice.kind))
    toMail.push(...(await outsiders(tx, mailSettings, staff.length > 0)));
  const { letter, replyTo, attachments } = notice;
  for (const recipient of toMail) {
    await queueMail(change, {
      ...letter,
      recipient,
      news: 'staff',
      ...(replyTo !== undefined && { replyTo }),
      ...(attachments && { attachments }),
    });
  }
}

/** Withdraws what wasn't sent yet about a task that is done: pushes, and lines of the next digest. */
export async function withdrawNotice(
  tx: Transaction,
  kind: NotificationKind,
  subjectId: string,
): Promise<void> {
  // Those pushed together are counted when they are sent.
  if (!pushedTogether.has(kind)) {
    await tx.deleteFrom('staffPushes').where('kind', '=', pushTag(kind, subjectId)).execute();
  }
  await tx
    .deleteFrom('notifications')
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('mailedAt', 'is', null)
    .execute();
}

/** Withdraws the mails that a staff member who leaves, or whose account is reset, would still get; `endAccess` ends pushes. */
export async function endNotifications(
  tx: Transaction,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('accountId', '=', id)
    .where('mailedAt', 'is', null)
    .execute();
  await tx
    .deleteFrom('mailOutbox')
    .where('news', '=', 'staff')
    .where('recipient', '=', email)
    .where('sentAt', 'is', null)
    .execute();
}

/** Staff who can sign in. */
function activeStaff(tx: Transaction): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('studioAccounts')
    .select(['id', 'email'])
    .where('passwordHash', 'is not', null)
    .where('disabledAt', 'is', null)
    .orderBy('createdAt')
    .execute();
}

async function choicesOf(
  tx: Transaction,
  kind: NotificationKind,
): Promise<ReadonlyMap<string, NotificationChoice>> {
  const rows = await tx
    .selectFrom('notificationChoices')
    .select(['accountId', 'mail', 'isPushed'])
    .where('kind', '=', kind)
    .execute();
  return new Map(
    rows.map(({ accountId, mail, isPushed }) => [accountId, { mail, isPushed: isPushed === 1 }]),
  );
}

/**
 * The designers who are in the settings without a studio account; the shop's own address if there are neither
 * designers nor staff. Whoever was removed from the studio gets nothing more.
 */
async function outsiders(
  tx: Transaction,
  mailSettings: MailSettings,
  hasStaff: boolean,
): Promise<readonly string[]> {
  const emails = await studioRecipients(tx, mailSettings, !hasStaff);
  const known = await tx
    .selectFrom('studioAccounts')
    .select('emailKey')
    .where('emailKey', 'in', emails.map(emailKey))
    .where((account) =>
      account.or([account('passwordHash', 'is not', null), account('disabledAt', 'is not', null)]),
    )
    .execute();
  const ofStaff = new Set(known.map((account) => account.emailKey));
  return emails.filter((email) => !ofStaff.has(emailKey(email)));
}

async function record(
  { tx, now }: Change,
  accountId: string,
  { kind, subjectId, title, path }: Notice,
  isMailed: boolean,
): Promise<void> {
  const createdAt = now.toISOString();
  const mailedAt = isMailed ? createdAt : null;
  const row = { id: newId(now), accountId, kind, subjectId, title, path, createdAt, mailedAt };
  await tx.insertInto('notifications').values(row).execute();
}

async function queuePushes(
  change: Change,
  accountId: string,
  { kind, subjectId, title, path }: Notice,
): Promise<void> {
  const { tx, now } = change;
  const queuedAt = now.toISOString();
  const pushed: PushedNotice = { title, path };
  const nextTryAt = pushedTogether.has(kind)
    ? await nextTogether(change, accountId, kind)
    : queuedAt;
  const fresh = { detail: JSON.stringify(pushed), queuedAt, nextTryAt, attempts: 0 };
  /** A push that nobody tried to send yet keeps its time. */
  const earlier = sql<string>`case when "staffPushes"."attempts" = 0 and "staffPushes"."nextTryAt" < excluded."nextTryAt" then "staffPushes"."nextTryAt" else excluded."nextTryAt" end`;
  const devices = await tx
    .selectFrom('staffPushDevices')
    .select('endpoint')
    .where('accountId', '=', accountId)
    .where('goneAt', 'is', null)
    .execute();
  for (const { endpoint } of devices) {
    await tx
      .insertInto('staffPushes')
      .values({ endpoint, kind: pushTag(kind, subjectId), ...fresh })
      .onConflict((conflict) =>
        conflict.columns(['endpoint', 'kind']).doUpdateSet({ ...fresh, nextTryAt: earlier }),
      )
      .execute();
  }
}

/** When the next push of such a kind may be sent to somebody: now, if it is the first in a while. */
async function nextTogether(
  change: Change,
  accountId: string,
  kind: NotificationKind,
): Promise<string> {
  const key = `staffPush:${accountId}:${kind}`;
  const { count, windowEndsAt } = await countUse(change, key, togetherMs);
  return count === 1 ? change.now.toISOString() : windowEndsAt;
}
