import type { LicenseType } from '#contract/shop/account.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { studioBuyerPath } from '#contract/studio/buyers.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';
import type { Notice } from '../staff/notifications/notify-studio.ts';

/** What staff are told about an account that waits for approval. */
export function waitingNotice(
  head: Letterhead,
  account: {
    readonly id: string;
    readonly licenseType: LicenseType;
    readonly businessVerificationLink: string;
  },
): Notice {
  const path = studioBuyerPath(account.id);
  const title = 'A buyer waits for approval';
  return {
    kind: 'account',
    subjectId: account.id,
    title,
    path,
    letter: writeLetter(head, {
      subject: title,
      paragraphs: [
        'Somebody signed up. They can browse and fill a cart, but not pay until you approve the account.',
      ],
      rows: [
        ['Shop', account.businessVerificationLink || 'no link given'],
        ['Licence', licenseTypeNames[account.licenseType]],
      ],
      action: { label: 'Open the account', path },
    }),
  };
}
