import type { CustomStatus } from '#contract/custom-request.ts';
import { noteChange } from '../catalogue/queries.ts';
import type { Database, Transaction } from '../database/open.ts';
import type { Env } from '../env.ts';
import { letterhead } from '../mail/letterhead.ts';
import { queueMail } from '../mail/outbox.ts';
import { customsOpen } from '../mail/templates.ts';
import { readSetting, writeSetting } from './settings.ts';

/**
 * Opens or closes the studio for custom requests, in every open shop within a second; who asked to
 * be told is mailed once each time it opens. False where it was so already.
 */
export async function setCustomStatus(
  tx: Transaction,
  env: Env,
  now: Date,
  status: CustomStatus['status'],
): Promise<boolean> {
  const { value } = await readSetting(tx, 'customStatus');
  if (value === status) return false;
  await writeSetting(tx, now, 'customStatus', status);
  await noteChange(tx, now, null);
  if (status === 'On') await tellWhoAsked(tx, env, now);
  return true;
}

/** Accounts whose owners are told when customs open. */
export function whoAsked(reader: Database['read'] | Transaction) {
  return reader
    .selectFrom('accounts')
    .where('hasCustomsNews', '=', 1)
    .where('status', '!=', 'rejected')
    .where('deletedAt', 'is', null);
}

async function tellWhoAsked(tx: Transaction, env: Env, now: Date): Promise<void> {
  const head = await letterhead(tx, env);
  const accounts = await whoAsked(tx).select(['id', 'email', 'firstName', 'status']).execute();
  for (const { id: accountId, email: recipient, ...owner } of accounts) {
    await queueMail(tx, now, { recipient, accountId, ...customsOpen(head, owner) });
  }
}
