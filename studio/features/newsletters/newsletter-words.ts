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
