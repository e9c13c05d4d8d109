import type { LicenseType } from '#contract/shop/account.ts';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { studioBuyerPath } from '#contract/studio/buyers.ts';
import type { Reader } from '../platform/database/open.ts';
import { writeLetter } from '../platform/mail/letter.ts';
import type { Letterhead } from '../platform/mail/letterhead.ts';
import type { Notice, PushedNotice } from '../staff/notifications/notify-studio.ts';

const title = 'A buyer is waiting for approval';

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
        'They were told that it usually takes less than a day.',
      ],
      rows: [
        ['Shop', account.businessVerificationLink || 'no answer given'],
        ['Licence', licenseTypeNames[account.licenseType]],
      ],
      action: { label: 'Look and approve', path },
    }),
  };
}

/** The one push about all `count` buyers who wait, which opens the buyer if it is one; null if none waits any more. */
export async function writeWaitingPush(read: Reader, count: number): Promise<PushedNotice | null> {
  if (count === 0) return null;
  const path = '/studio/buyers?status=pending';
  if (count > 1) return { title: `${count} buyers are waiting for approval`, path };
  const buyer = await read
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'pending')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return { title, path: buyer ? studioBuyerPath(buyer.id) : path };
}
