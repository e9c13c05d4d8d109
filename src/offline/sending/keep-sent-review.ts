import type { OwnReview } from '#contract/shop/review.ts';
import type { CustomRequestOp } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';

/** Changes the saved reviews as the shop just did, so that what was sent is seen before the next answer. */
export async function keepSentReview(
  store: AccountStore,
  { about, fields, images }: CustomRequestOp,
  /** Its id at the shop, and when it was sent (ISO 8601). */
  { _id, writtenAt }: Pick<OwnReview, '_id' | 'writtenAt'>,
): Promise<void> {
  const saved = about?.kind === 'review' ? await store.readCopy('reviews') : null;
  if (!about || !saved) return;
  const productId = about.id;
  const before = saved.reviews.find((review) => review.productId === productId);
  const others = saved.reviews.filter((review) => review !== before);
  const { stars, description: text, keepsPhoto, takesBack } = fields;
  // The size of a new photo is in the next answer.
  const photo = (keepsPhoto && images.length === 0 && before?.photo) || null;
  const sent = { _id, productId, stars: Number(stars), text, photo, writtenAt } as const;
  const reviews: OwnReview[] = takesBack
    ? others
    : [{ ...sent, state: 'waiting', reason: '' }, ...others];
  await store.saveCopy('reviews', { ...saved, reviews });
}
