import type { CustomStatus } from '#contract/shop/custom-request.ts';
import { recordAction, shopItself } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import { withdrawMails } from '../platform/mail/queue-mail.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { dropCommissionPushes, queueCommissionPushes } from './reply-push.ts';

const day = 86_400_000;

/**
 * Opens or closes custom requests; every open shop shows it within a second. Each time they open, buyers who
 * asked are notified on the browsers they chose, and `announceOpening` mails them; unsent messages are withdrawn when
 * they close. Returns false if nothing changed.
 *
 * Whoever sends a request and withdraws it can close and open a shop that is almost full. So what the shop itself opens is
 * announced at most once a day: if it is still open when that day is over, then.
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
    const at = await announcedAt(change);
    await writeSetting(change, 'openingAnnouncedAt', at.toISOString());
    await writeSetting(change, 'openingMailedTo', '');
    await queueCommissionPushes(change, at);
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

/** When to announce an opening that happens now. The last one was announced, or would be, at `openingAnnouncedAt`. */
async function announcedAt({ tx, now, actorId }: AuditedChange): Promise<Date> {
  const { value } = await readSetting(tx, 'openingAnnouncedAt');
  if (actorId !== shopItself || value === null) return now;
  const last = Date.parse(value);
  const next = last > now.getTime() ? last : last + day;
  return new Date(Math.max(next, now.getTime()));
}
