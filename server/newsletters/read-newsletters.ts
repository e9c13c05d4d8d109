import type { Selectable } from 'kysely';
import { studioPageSize } from '#contract/studio/list.ts';
import {
  type ListedNewsletter,
  type Newsletter,
  newsletterRefusals,
} from '#contract/studio/newsletters.ts';
import { newsReadersOf } from '../news/consents.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Database, Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { Problem } from '../platform/http/problem.ts';
import { countReaders, remainingReaders } from './audience.ts';
import { countOutcomes } from './outcomes.ts';
import { couponOf, newsletterDesigns } from './write-newsletter.ts';

export type NewsletterRow = Selectable<Tables['newsletters']>;

export async function newsletterPage(read: Database['read'], page: number, timeZone: string) {
  const total = await countOf(read.selectFrom('newsletters'));
  const rows = await read
    .selectFrom('newsletters')
    .select((row) => [
      ...(['id', 'subject', 'state', 'sendAt'] as const),
      row
        .selectFrom('newsletterMails')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('newsletterId', '=', 'newsletters.id')
        .where('outcome', '=', 'sent')
        .as('sent'),
    ])
    .orderBy('id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  const items = rows.map(
    ({ sendAt, sent, ...row }): ListedNewsletter => ({
      ...row,
      sendsAt: localMoment(sendAt, timeZone),
      sent: Number(sent),
    }),
  );
  return listPage(items, total);
}

/** @throws NOT_FOUND */
export async function newsletterRow(reader: Reader, id: string): Promise<NewsletterRow> {
  const row = await reader
    .selectFrom('newsletters')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', newsletterRefusals.gone);
  return row;
}

/** `left`: how many readers it still has, if that was counted. @throws NOT_FOUND */
export async function readNewsletter(
  reader: Reader,
  id: string,
  timeZone: string,
  left?: number,
): Promise<Newsletter> {
  const row = await newsletterRow(reader, id);
  const { sent, ...figures } = await figuresOf(reader, row, left);
  return {
    ...{ id, subject: row.subject, state: row.state, text: row.text, audience: row.audience },
    ...{ version: row.version, stopReason: row.stopReason, sent, figures },
    sendsAt: localMoment(row.sendAt, timeZone),
    ...(await contentOf(reader, row)),
  };
}

/** The designs and the coupon of a newsletter, as they are now. */
export async function contentOf(reader: Reader, row: NewsletterRow) {
  const coupon = await couponOf(reader, row);
  return {
    designs: await newsletterDesigns(reader, JSON.parse(row.designIds)),
    couponCode: coupon?.code ?? '',
  };
}

async function figuresOf(reader: Reader, row: NewsletterRow, left?: number) {
  const { id, state, couponId } = row;
  const { begunAt } = await reader
    .selectFrom('newsletterMails')
    .select(({ fn }) => fn.min('queuedAt').as('begunAt'))
    .where('newsletterId', '=', id)
    .executeTakeFirstOrThrow();
  const outcomes = await countOutcomes(reader, id);
  const { sent } = outcomes;
  return {
    ...outcomes,
    left:
      state === 'draft' || state === 'sent'
        ? 0
        : (left ?? (await countReaders(reader, remainingReaders(reader, row)))),
    unsubscribed: sent === 0 ? 0 : sent - (await countReaders(reader, readersWhoGotIt(reader, id))),
    orders:
      couponId === null || begunAt === null
        ? 0
        : await countOf(
            reader
              .selectFrom('couponUses')
              .innerJoin('orders', 'orders.id', 'couponUses.orderId')
              .where('couponUses.couponId', '=', couponId)
              .where('orders.state', '=', 'paid')
              .where('orders.paidAt', '>=', begunAt),
          ),
  };
}

function readersWhoGotIt(reader: Reader, id: string) {
  return newsReadersOf(reader).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('newsletterMails')
        .select('mailId')
        .where('newsletterId', '=', id)
        .where('outcome', '=', 'sent')
        .whereRef('newsletterMails.accountId', '=', 'accounts.id'),
    ),
  );
}

/** An instant in a time zone, such as `2026-12-01T09:00`. */
function localMoment(at: string | null, timeZone: string): string | null {
  if (at === null) return null;
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' });
}
