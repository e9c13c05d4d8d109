import type { CustomStatus } from '#contract/shop/custom-request.ts';
import { noteAction } from '../platform/audit/note-action.ts';
import { noteChange } from '../platform/database/note-change.ts';
import type { Transaction } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import { queueMail, withdrawMails } from '../platform/mail/outbox.ts';
import { customsOpen } from '../platform/mail/templates.ts';
import { readSetting, writeSetting } from '../platform/settings/settings.ts';
import { dropCustomsPushes, queueCustomsPushes } from './reply-push.ts';
import { whoAsked } from './who-asked.ts';

/**
 * Opens or closes the studio for custom requests, in every open shop within a second. Who asked to
 * be told is mailed, and pushed to where they want it, once each time it opens; what didn't go out
 * before it closes is withdrawn. False where it was so already.
 */
export async function switchCustoms(
  tx: Transaction,
  env: Env,
  now: Date,
  who: string,
  status: CustomStatus['status'],
): Promise<boolean> {
  const { value } = await readSetting(tx, 'customStatus');
  if (value === status) return false;
  await writeSetting(tx, now, 'customStatus', status);
  await noteChange(tx, now, null);
  if (status === 'On') {
    await tellWhoAsked(tx, env, now);
    await queueCustomsPushes(tx, now);
  } else {
    await withdrawMails(tx, 'customs');
    await dropCustomsPushes(tx);
  }
  const what = status === 'On' ? 'opened customs' : 'closed customs';
  await noteAction(tx, now, { who, what, target: '', before: null, after: null });
  return true;
}

async function tellWhoAsked(tx: Transaction, env: Env, now: Date): Promise<void> {
  const head = await letterhead(tx, env);
  const accounts = await whoAsked(tx).select(['id', 'email', 'firstName', 'status']).execute();
  for (const { id: accountId, email: recipient, ...owner } of accounts) {
    const news = 'customs' as const;
    await queueMail(tx, now, { recipient, accountId, news, ...customsOpen(head, owner) });
  }
}
