import { licenseTypeNames } from '#contract/shop/account.ts';
import type { ListedNewsletter, NewsletterState } from '#contract/studio/newsletters.ts';
import { counted } from '#contract/wire/counted.ts';
import { dayName } from '../../ui/day-name.ts';

export const stateLooks = {
  draft: { tone: 'plain', text: 'Draft' },
  planned: { tone: 'wait', text: 'Planned' },
  sending: { tone: 'wait', text: 'Being sent' },
  sent: { tone: 'good', text: 'Sent' },
  stopped: { tone: 'bad', text: 'Stopped' },
} as const satisfies Readonly<Record<NewsletterState, object>>;

/** `1 Dec 2026, 09:00`, in the shop's time zone; empty if it isn't planned. */
export function sendsAtText({ sendsAt }: Pick<ListedNewsletter, 'sendsAt'>): string {
  if (sendsAt === null) return '';
  return `${dayName(sendsAt)}, ${sendsAt.slice(11)}`;
}

export function readersText(readers: number): string {
  return counted(readers, 'reader');
}

interface Category {
  readonly _id: string;
  readonly name: string;
}

/** Who can get a newsletter. */
export function audienceChoices(categories: readonly Category[]) {
  const each = (kind: string, words: string, rest = '') =>
    categories.map(({ _id, name }) => ({
      value: `${kind}:${_id}`,
      label: `${words} of ${name}${rest}`,
    }));
  return [
    { value: 'everyone', label: 'Everyone who asked for news' },
    { value: 'bought', label: 'Bought a design' },
    ...each('bought', 'Bought a design'),
    { value: 'neverBought', label: 'Never bought a design' },
    { value: 'wished', label: 'Have a design on their wishlist' },
    ...each('wished', 'Have a design', ' on their wishlist'),
    ...Object.entries(licenseTypeNames).map(([value, name]) => ({
      value,
      label: `Licence: ${name}`,
    })),
  ];
}
