import { format } from 'date-fns/format';
import { type Mover, mayMove } from '#contract/shop/commission-states.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { counted } from '#contract/wire/counted.ts';

const day = 86_400_000;
/** How many characters of its description name a request. */
const titleLength = 60;

/** What a request is called: the beginning of what its buyer wrote. */
export function requestTitle(description: string): string {
  const line = description.split('\n', 1)[0] ?? '';
  if (line.length <= titleLength) return line;
  const start = line.slice(0, titleLength);
  const end = start.lastIndexOf(' ');
  return `${(end < 0 ? start : start.slice(0, end)).trimEnd()}…`;
}

/** A day in this device's time zone: `March 4, 2026`. */
export function dayOf(instant: string): string {
  return format(new Date(instant), 'MMMM d, yyyy');
}

export function timeOf(instant: string): string {
  return format(new Date(instant), 'MMMM d, yyyy h:mm a');
}

/** Who moved it, as its buyer reads it. */
export const moverWords: Readonly<Record<Mover, string>> = {
  buyer: 'you',
  studio: 'the studio',
  shop: 'the shop',
};

/** What a request waits for, and until when. */
export interface Waiting {
  readonly text: string;
  /** Null: for as long as it takes, or nothing any more. */
  readonly left: string | null;
  /** Whether the buyer can go on; otherwise the studio can, or nobody. */
  readonly isForBuyer: boolean;
}

/** `now` in ms since 1970. */
export function waitingOf(request: OwnRequest, now: number): Waiting {
  const { state, quote, dueAt, countsAsAcceptedAt: acceptedAt } = request;
  if (request.isBeingPaid && mayMove(state, 'pay', 'buyer')) {
    return { text: 'Your payment is being processed.', left: null, isForBuyer: false };
  }
  if (state === 'quoted' && quote) {
    if (Date.parse(quote.validUntil) <= now) {
      return { text: 'The quote has expired.', left: null, isForBuyer: false };
    }
    const left = `Valid until ${dayOf(quote.validUntil)}, ${daysLeft(quote.validUntil, now)}`;
    return { text: 'The studio has sent you a quote.', left, isForBuyer: true };
  }
  if (state === 'delivered') {
    const isAhead = acceptedAt && Date.parse(acceptedAt) > now;
    const left = isAhead
      ? `Counts as accepted on ${dayOf(acceptedAt)}, ${daysLeft(acceptedAt, now)}`
      : null;
    return { text: texts.delivered, left, isForBuyer: true };
  }
  const isDrawing = state === 'paid' || state === 'drawing' || state === 'changes_wanted';
  const left = isDrawing && dueAt ? `Due ${dayOf(dueAt)}, ${daysLeft(dueAt, now)}` : null;
  const done = request.wants === 'yearly_licence' ? yearlyTexts[state] : undefined;
  return { text: done ?? texts[state], left, isForBuyer: false };
}

const texts: Readonly<Record<OwnRequest['state'], string>> = {
  received: 'It waits for the studio’s quote.',
  quoted: 'The studio has sent you a quote.',
  paid: 'The studio draws it next.',
  drawing: 'The studio is drawing your design.',
  delivered: 'Your design is ready to look at.',
  changes_wanted: 'The studio draws your changes next.',
  accepted: 'Your design is finished.',
  declined: 'The studio can’t take this one.',
  expired: 'The quote has expired.',
  withdrawn: 'You withdrew this request.',
  refunded: 'Your payment was returned.',
  closed: 'The studio has closed this request.',
};

/** Where nothing is drawn, in other words. */
const yearlyTexts: Partial<Record<OwnRequest['state'], string>> = {
  paid: 'Your yearly licence is being recorded.',
  accepted: 'Your yearly licence is paid. You find it in My orders.',
  refunded: 'Your payment was returned, and the yearly licence has ended.',
};

function daysLeft(until: string, now: number): string {
  const days = Math.ceil((Date.parse(until) - now) / day);
  if (days < 0) return `${counted(-days, 'day')} late`;
  return days === 0 ? 'today' : `${counted(days, 'day')} left`;
}
