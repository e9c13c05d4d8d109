import type { AccountStatus } from '#contract/shop/account.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { emailKey } from '../platform/sign-in/email-key.ts';
import { decideAccount } from './decide-account.ts';

export type Decided = Exclude<AccountStatus, 'pending'>;

interface Decision {
  readonly status: Decided;
  /** In the studio's words, for the mail. */
  readonly reason: string;
}

/**
 * Approves or rejects an account that the staff member saw in the status `from`, and mails its owner.
 * Rejecting signs the account out everywhere at once. Returns false if it already has this status.
 * @throws NOT_FOUND; CONFLICT if somebody else decided otherwise in the meantime
 */
export async function decideBuyer(
  change: AuditedChange,
  mailSettings: MailSettings,
  accountId: string,
  { from, ...decision }: Decision & { readonly from: AccountStatus },
): Promise<boolean> {
  const { tx } = change;
  const account = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!account) throw new Problem('NOT_FOUND', 'This buyer deleted their account.');
  if (account.status !== from && account.status !== decision.status) {
    throw new Problem('CONFLICT', `Someone else already decided: it is now ${account.status}.`);
  }
  return decide(change, mailSettings, { id: accountId, status: account.status }, decision);
}

/** `unchanged`: it already has this status. `missing`: there is no account with this e-mail. */
export type DecisionByEmail = 'changed' | 'unchanged' | 'missing';

/** Approves or rejects an account from the command line, whatever its status. */
export async function decideByEmail(
  change: AuditedChange,
  mailSettings: MailSettings,
  email: string,
  status: Decided,
  reason = '',
): Promise<DecisionByEmail> {
  const { tx } = change;
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'status'])
    .where('emailKey', '=', emailKey(email))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!account) return 'missing';
  const isChanged = await decide(change, mailSettings, account, { status, reason });
  return isChanged ? 'changed' : 'unchanged';
}

async function decide(
  change: AuditedChange,
  mailSettings: MailSettings,
  account: { readonly id: string; readonly status: AccountStatus },
  { status, reason }: Decision,
): Promise<boolean> {
  const isChanged = await decideAccount(change, mailSettings, account.id, status, reason);
  if (isChanged) {
    await recordAction(change, {
      action: status === 'approved' ? 'buyer.approved' : 'buyer.rejected',
      subjectId: account.id,
      before: { status: account.status },
      after: { status, reason: reason === '' ? null : reason },
    });
  }
  return isChanged;
}
