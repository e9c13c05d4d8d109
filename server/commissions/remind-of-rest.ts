import { type CommissionDetails, commissionMessages } from '#contract/studio/commissions.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { recordAction } from '../platform/audit/record-action.ts';
import type { AuditedChange } from '../platform/database/change.ts';
import { Problem } from '../platform/http/problem.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import { letterhead } from '../platform/mail/letterhead.ts';
import type { MailSettings } from '../platform/mail/mail-settings.ts';
import { readLetter } from './desk-requests.ts';
import { mailBuyer, shutOutWords } from './tell-buyer.ts';
import { readRequest } from './transition.ts';

/** Mails a buyer that the rest of an accepted design's price is due. @throws NOT_FOUND; CONFLICT if it isn't, or nobody can read it */
export async function remindOfRest(
  change: AuditedChange,
  mailSettings: MailSettings,
  id: string,
): Promise<CommissionDetails> {
  const { tx } = change;
  const letter = await readLetter(tx, id);
  const { restDue, state } = letter;
  if (state !== 'accepted' || restDue === null) {
    throw new Problem('CONFLICT', commissionMessages.noRest);
  }
  const request = await readRequest(tx, id);
  if (request.email === '') throw new Problem('CONFLICT', commissionMessages.noBuyer);
  const head = await letterhead(tx, mailSettings);
  await mailBuyer(change, mailSettings, request, (path, isShutOut) =>
    writeLetter(head, {
      subject: `Your custom design from ${head.studioName}`,
      paragraphs: [
        'Hello,',
        `Your custom design is accepted. Once you have paid the rest of its price, ${formatUsd(restDue)}, you get its files and licence in My orders.`,
        ...(isShutOut ? shutOutWords : []),
      ],
      ...(!isShutOut && { action: { label: 'Pay the rest', path } }),
    }),
  );
  const after = { rest: restDue };
  await recordAction(change, { action: 'commission.reminded', subjectId: id, before: null, after });
  return letter;
}
