import type { LicenseType } from '#contract/shop/account.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { studioBuyerPath } from '#contract/studio/buyers.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';
import type { Notice, PushedNotice } from '../staff/notifications/notify-studio.ts';

const title = 'A buyer waits for approval';

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

/** The one push about everybody who waits; null if nobody does any more. */
export function waitingPush(count: number): PushedNotice | null {
  if (count === 0) return null;
  return {
    title: count === 1 ? title : `${count} buyers wait for approval`,
    path: '/studio/buyers?status=pending',
  };
}
