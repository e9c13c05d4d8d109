import type { CustomStatus } from '#contract/shop/custom-request.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange, Change } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { queueMails, withdrawMails } from '../platform/mail/outbox.ts';
import { customsOpen } from '../platform/mail/templates.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { dropCommissionPushes, queueCommissionPushes } from './reply-push.ts';
import { subscribersOf } from './subscribers.ts';

/**
 * Opens or closes custom requests; every open shop shows it within a second. Each time they open, buyers who
 * asked are mailed, and notified on the browsers they chose; unsent messages are withdrawn when they close.
 * Returns false if nothing changed.
 */
export async function openOrCloseCommissions(
  change: AuditedChange,
  mailSettings: MailSettings,
  status: CustomStatus['status'],
): Promise<boolean> {
  const { tx } = change;
  const { value } = await readSetting(tx, 'customStatus');
  if (value === status) return false;
  await writeSetting(change, 'customStatus', status);
  if (status === 'On') {
    await mailSubscribers(change, mailSettings);
    await queueCommissionPushes(change);
  } else {
    await withdrawMails(tx, 'customs');
    await dropCommissionPushes(tx);
  }
  const what = status === 'On' ? 'opened customs' : 'closed customs';
  await recordAction(change, { action: what, subjectId: '', before: null, after: null });
  await recordCatalogueChange(change, null);
  return true;
}

async function mailSubscribers(change: Change, mailSettings: MailSettings): Promise<void> {
  const { tx } = change;
  const head = await letterhead(tx, mailSettings);
  const accounts = await subscribersOf(tx).select(['id', 'email', 'firstName', 'status']).execute();
  await queueMails(change, accounts, ({ id: accountId, email: recipient, ...owner }) => {
    return { recipient, accountId, news: 'customs', ...customsOpen(head, owner) };
  });
}
