import { isDeepStrictEqual } from 'node:util';
import type * as v from 'valibot';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { reviewMessages, sentReviewSchema } from '#contract/shop/review.ts';
import { receiveForm, type Stored } from '../commissions/receive-form.ts';
import { isReal } from '../orders/real-orders.ts';
import type { Change } from '../platform/database/change.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Reader, Transaction } from '../platform/database/open.ts';
import { recordCatalogueChange } from '../platform/database/record-catalogue-change.ts';
import type { OnceRequest } from '../platform/http/idempotency.ts';
import { invalidField, Problem } from '../platform/http/problem.ts';
import type { Services } from '../platform/services/services.ts';
import type { Person } from '../platform/sign-in/person.ts';
import { assertNotDeleted } from '../platform/sign-in/signed-in.ts';

/** The total size of stored photos of reviews, in bytes. */
const maxStoredBytes = 2 * 1024 ** 3;

/** Photos are shown to anybody, so they are smaller than those of messages. In px. */
const largestSide = 1200;

/** Whose review, of which design. */
export interface ReviewOf {
  readonly accountId: string;
  readonly productId: string;
}

/**
 * Receives a buyer's review in place of the one before and returns the answer as JSON.
 * @throws FORBIDDEN if they don't have the design, and what `receiveForm` throws
 */
export function receiveReview(
  services: Services,
  request: Request,
  sender: Person,
  of: ReviewOf,
  keyed: Pick<OnceRequest, 'key' | 'scopes'>,
  address: string,
): Promise<string> {
  const { database, env } = services;
  const isLive = env.payments.mode === 'live';
  return receiveForm(services, request, {
    ...{ name: 'sendReview', body: sentReviewSchema, hashed: of, keyed, address, largestSide },
    storedBytes,
    maxStoredBytes,
    assertOpen: () => assertBought(database.read, of, isLive),
    keep: async (change, sent, photos) => {
      await assertNotDeleted(change.tx, sender);
      await assertBought(change.tx, of, isLive);
      return keep(change, of, sent, photos);
    },
  });
}

async function storedBytes(reader: Reader): Promise<number> {
  const { bytes } = await reader
    .selectFrom('reviews')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Not of designs drawn for a buyer, which have no page. Practice orders count until payments are live.
 * @throws FORBIDDEN
 */
async function assertBought(
  reader: Reader,
  { accountId, productId }: ReviewOf,
  isLive: boolean,
): Promise<void> {
  const item = await reader
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('products', 'products.id', 'productId')
    .select('orderItems.id')
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where('state', '=', 'paid')
    .where('revokedAt', 'is', null)
    .where('products.commissionId', 'is', null)
    .$if(isLive, (items) => items.where(isReal))
    .executeTakeFirst();
  if (!item) throw new Problem('FORBIDDEN', reviewMessages.notBought);
}

async function keep(
  change: Change,
  of: ReviewOf,
  { stars, text, keepsPhoto }: v.InferOutput<typeof sentReviewSchema>,
  photos: readonly Stored[],
): Promise<CallAnswer<'sendReview'>> {
  const { tx, now } = change;
  const [photo] = photos;
  if (photos.length > 1) throw invalidField(referenceImagesField, reviewMessages.onePhoto);
  const before = await reviewOfBuyer(tx, of);
  const none = { upload: null, bytes: null, width: null, height: null };
  const said = {
    ...(photo ?? (keepsPhoto && before?.said) ?? none),
    ...{ stars: Number(stars), text, shownName: await nameOf(tx, of.accountId) },
  };
  if (before && before.state !== 'declined' && isDeepStrictEqual(before.said, said)) {
    return { data: { _id: before.id, createdAt: before.writtenAt } };
  }
  const createdAt = now.toISOString();
  const written = {
    ...said,
    ...{ id: newId(now), writtenAt: createdAt, state: 'waiting' as const, reason: '' },
  };
  await tx
    .insertInto('reviews')
    .values({ ...of, ...written })
    .onConflict((found) => found.columns(['accountId', 'productId']).doUpdateSet(written))
    .execute();
  if (before?.state === 'shown') await recordCatalogueChange(change, [of.productId]);
  return { data: { _id: written.id, createdAt } };
}

/** A buyer's first name and initial, and nothing else of them. */
async function nameOf(tx: Transaction, accountId: string): Promise<string> {
  const { firstName, lastName } = await tx
    .selectFrom('accounts')
    .select(['firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const [initial] = lastName.trim();
  return initial === undefined ? firstName : `${firstName} ${initial.toUpperCase()}.`;
}

async function reviewOfBuyer(reader: Reader, { accountId, productId }: ReviewOf) {
  const row = await reader
    .selectFrom('reviews')
    .select(['id', 'state', 'writtenAt', 'stars', 'text', 'shownName'])
    .select(['upload', 'bytes', 'width', 'height'])
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, state, writtenAt, ...said } = row;
  return { id, state, writtenAt, said };
}

/** Deletes a buyer's review, if there is one. Retention deletes its photo later, because nothing refers to it any more. */
export async function takeBackReview(change: Change, of: ReviewOf): Promise<void> {
  const before = await reviewOfBuyer(change.tx, of);
  if (!before) return;
  await change.tx.deleteFrom('reviews').where('id', '=', before.id).execute();
  if (before.state === 'shown') await recordCatalogueChange(change, [of.productId]);
}

/** Deletes the reviews of an account. Resolves with the designs that showed one: the caller tells the catalogue, last. */
export async function forgetReviews({ tx }: Change, accountId: string): Promise<string[]> {
  const forgotten = await tx
    .deleteFrom('reviews')
    .where('accountId', '=', accountId)
    .returning(['productId', 'state'])
    .execute();
  return forgotten.filter(({ state }) => state === 'shown').map(({ productId }) => productId);
}
