import { type AccountStatus, licenseTypeNames } from '#contract/shop/account.ts';
import type { BuyerEntry } from '#contract/studio/buyers.ts';
import { Badge } from '../../ui/badge.tsx';

const statuses: Readonly<Record<AccountStatus, readonly ['good' | 'wait' | 'bad', string]>> = {
  pending: ['wait', 'Waiting'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
};

export function StatusBadge({ status }: { readonly status: AccountStatus }) {
  const [tone, words] = statuses[status];
  return <Badge tone={tone}>{words}</Badge>;
}

export function nameOf({ firstName, lastName }: BuyerEntry): string {
  return `${firstName} ${lastName}`.trim();
}

export function licenceOf({ licenseType }: BuyerEntry): string {
  return licenseTypeNames[licenseType];
}

/** The business link that a buyer entered: shows the full URL, and links it only if it is a web address. */
export function BusinessLink({ link }: { readonly link: string }) {
  if (!/^https?:\/\//i.test(link)) return <>{link || '—'}</>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      {link}
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  );
}
