import type { CustomStatus } from '#contract/shop/custom-request.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { withdrawMails } from '../platform/mail/queue-mail.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { dropCommissionPushes, queueCommissionPushes } from './reply-push.ts';

/**
 * Opens or closes custom requests; every open shop shows it within a second. Each time they open, buyers who
 * asked are notified on the browsers they chose, and `announceOpening` mails them; unsent messages are withdrawn when
 * they close. Returns false if nothing changed.
 */
export async function openOrCloseCommissions(
  change: AuditedChange,
  status: CustomStatus['status'],
): Promise<boolean> {
  const { tx } = change;
  const { value } = await readSetting(tx, 'customStatus');
  if (value === status) return false;
  await writeSetting(change, 'customStatus', status);
  if (status === 'On') {
    await writeSetting(change, 'openingMailedTo', '');
    await queueCommissionPushes(change);
  } else {
    await writeSetting(change, 'openingMailedTo', null);
    await withdrawMails(tx, 'customs');
    await dropCommissionPushes(tx);
  }
  const what = status === 'On' ? 'commissions.opened' : 'commissions.closed';
  await recordAction(change, { action: what, subjectId: '', before: null, after: null });
  await recordCatalogueChange(change, null);
  return true;
}
