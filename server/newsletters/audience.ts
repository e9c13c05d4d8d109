import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expressionBuilder } from 'kysely';
import type { LicenseType } from '#contract/shop/account.ts';
import { audienceInWords } from '#contract/studio/newsletter-audiences.ts';
import { newsReadersOf } from '../news/consents.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader } from '../platform/database/open.ts';
import type { Tables } from '../platform/database/tables.ts';

/** How many of those who asked for news are looked at at once, in a few milliseconds. */
const sliceSize = 200;

export type Readers = ReturnType<typeof newsReadersOf>;

interface Sent {
  readonly id: string;
  readonly audience: string;
}

/** The readers of a newsletter: those of its audience, as `audienceSchema` has it, who get news now. */
export function audienceOf(reader: Reader, audience: string): Readers {
  const [kind, categoryId] = audience.split(':');
  const readers = newsReadersOf(reader);
  switch (kind) {
    case 'bought':
      return readers.where(({ exists }) => exists(purchases(categoryId)));
    case 'neverBought':
      return readers.where(({ exists, not }) => not(exists(purchases())));
    case 'wished':
      return readers.where(({ exists }) => exists(wishes(categoryId)));
    case 'everyone':
      return readers;
    default:
      return readers.where('licenseType', '=', kind as LicenseType);
  }
}

/** An audience as the studio shows it. */
export async function audienceText(reader: Reader, audience: string): Promise<string> {
  const categories = await reader
    .selectFrom('categories')
    .select(['id as _id', 'name'])
    .where('id', '=', audience.split(':')[1] ?? '')
    .execute();
  return audienceInWords(audience, categories);
}

/** Those of a newsletter's audience who didn't get it yet. */
export function remainingReaders(reader: Reader, { id, audience }: Sent) {
  return audienceOf(reader, audience).where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom('newsletterMails')
          .select('mailId')
          .where('newsletterId', '=', id)
          .whereRef('newsletterMails.accountId', '=', 'accounts.id'),
      ),
    ),
  );
}

/** How many readers a query finds. */
export async function countReaders(reader: Reader, readers: Readers): Promise<number> {
  let count = 0;
  for await (const slice of slicesOfReaders(reader)) count += await countOf(within(readers, slice));
  return count;
}

/** The next readers of a newsletter, at most so many, in the order of their ids and after the one that it reached. */
export async function nextReaders(
  reader: Reader,
  newsletter: Sent & { readonly reachedId: string | null },
  most: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const slice of slicesOfReaders(reader, newsletter.reachedId ?? '')) {
    const found = await within(remainingReaders(reader, newsletter), slice)
      .select('consent.accountId')
      .orderBy('consent.accountId')
      .limit(most - ids.length)
      .execute();
    ids.push(...found.map(({ accountId }) => accountId));
    if (ids.length === most) break;
  }
  return ids;
}

/** Ids of accounts: those after the first, and up to the last. */
interface Slice {
  readonly after: string;
  readonly last: string;
}

function within(readers: Readers, { after, last }: Slice): Readers {
  return readers.where('consent.accountId', '>', after).where('consent.accountId', '<=', last);
}

/** Everybody who asked for news, slice by slice, so that other work has its turn between two. */
async function* slicesOfReaders(reader: Reader, reached = ''): AsyncGenerator<Slice> {
  for (let after = reached; ; ) {
    const ids = reader
      .selectFrom('newsConsents')
      .select('accountId')
      .where('endedAt', 'is', null)
      .where('confirmedAt', 'is not', null)
      .where('accountId', '>', after)
      .orderBy('accountId')
      .limit(sliceSize);
    const { last } = await reader
      .selectFrom(ids.as('slice'))
      .select(({ fn }) => fn.max('accountId').as('last'))
      .executeTakeFirstOrThrow();
    if (last === null) return;
    yield { after, last };
    after = last;
    await yieldToEventLoop();
  }
}

/** What an account bought, of a category or of all. A gift of the studio isn't bought. */
function purchases(categoryId?: string) {
  return expressionBuilder<Tables, 'accounts'>()
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .select('orders.id')
    .whereRef('orders.accountId', '=', 'accounts.id')
    .where('orders.state', '=', 'paid')
    .where('orders.paymentMethod', '!=', 'Gift')
    .$if(categoryId !== undefined, (items) =>
      items.where('orderItems.productId', 'in', designsOf(categoryId)),
    );
}

function wishes(categoryId?: string) {
  return expressionBuilder<Tables, 'accounts'>()
    .selectFrom('wishlistLines')
    .select('wishlistLines.productId')
    .whereRef('wishlistLines.accountId', '=', 'accounts.id')
    .$if(categoryId !== undefined, (lines) =>
      lines.where('wishlistLines.productId', 'in', designsOf(categoryId)),
    );
}

function designsOf(categoryId = '') {
  return expressionBuilder<Tables, 'accounts'>()
    .selectFrom('productCategories')
    .select('productCategories.productId')
    .where('categoryId', '=', categoryId);
}
