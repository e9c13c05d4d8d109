import { type OwnReview, reviewMessages, reviewsPerPage } from '#contract/shop/review.ts';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import type { Review } from '#contract/studio/reviews.ts';
import { countOf } from '../platform/database/count-of.ts';
import type { Reader } from '../platform/database/open.ts';
import { listPage, pageOffset } from '../platform/http/list-page.ts';
import { Problem } from '../platform/http/problem.ts';

interface Sized {
  readonly width: number | null;
  readonly height: number | null;
}

function photoOf({ width, height }: Sized) {
  return width === null || height === null ? null : { width, height };
}

/** Those of an account, the last written first; `most`: no more than these. */
export async function reviewsOfAccount(
  reader: Reader,
  accountId: string,
  most?: number,
): Promise<OwnReview[]> {
  const rows = await reader
    .selectFrom('reviews')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('writtenAt', 'desc')
    .$if(most !== undefined, (found) => found.limit(most ?? 0))
    .execute();
  return rows.map(
    ({ id, productId, shownName, stars, text, state, reason, writtenAt, ...row }) => ({
      ...{ _id: id, productId, name: shownName, stars, text, state, reason, writtenAt },
      photo: photoOf(row),
    }),
  );
}

/** The approved ones of a design in the shop, a page of them. */
export async function reviewsOfDesign(reader: Reader, productId: string, page: number) {
  const shown = reader
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'productId')
    .where('productId', '=', productId)
    .where('state', '=', 'shown')
    .where('products.status', '=', 'published');
  const rows = await shown
    .select(['reviews.id', 'shownName', 'stars', 'text', 'writtenAt'])
    .select(['reviews.width', 'reviews.height'])
    .orderBy('writtenAt', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(reviewsPerPage)
    .offset((page - 1) * reviewsPerPage)
    .execute();
  return {
    reviews: rows.map(({ id, shownName, stars, text, writtenAt, ...row }) => ({
      ...{ _id: id, name: shownName, stars, text, writtenAt },
      photo: photoOf(row),
    })),
    totalPages: Math.max(1, Math.ceil((await countOf(shown)) / reviewsPerPage)),
  };
}

/** What the studio sees of reviews. */
function studioRows(reader: Reader) {
  return reader
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'productId')
    .select(['reviews.id', 'productId', 'products.title', 'accountId', 'shownName'])
    .select(['stars', 'text', 'state', 'reason', 'writtenAt', 'upload']);
}

type StudioRow = Awaited<ReturnType<ReturnType<typeof studioRows>['execute']>>[number];

function studioReview({ id, accountId, upload, shownName, ...row }: StudioRow): Review {
  return { ...row, _id: id, buyerId: accountId, name: shownName, hasPhoto: upload !== null };
}

/** A page of those in a state, of a design or a buyer alone if asked. */
export async function reviewPage(
  reader: Reader,
  { page, state, productId, buyerId }: StudioCallInput<'reviews'>['query'],
) {
  const matching = studioRows(reader)
    .where('state', '=', state)
    .$if(productId !== undefined, (found) => found.where('productId', '=', productId ?? ''))
    .$if(buyerId !== undefined, (found) => found.where('accountId', '=', buyerId ?? ''));
  const direction = state === 'waiting' ? 'asc' : 'desc';
  const rows = await matching
    .orderBy('writtenAt', direction)
    .orderBy('reviews.id', direction)
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return listPage(rows.map(studioReview), await countOf(matching.clearSelect()));
}

/** @throws NOT_FOUND, also for one that its buyer has changed since */
export async function reviewOf(reader: Reader, id: string): Promise<Review> {
  const row = await studioRows(reader).where('reviews.id', '=', id).executeTakeFirst();
  if (!row) throw goneReview();
  return studioReview(row);
}

export function goneReview(): Problem {
  return new Problem('NOT_FOUND', reviewMessages.gone);
}
