import * as v from 'valibot';
import { countSchema, idSchema, instantSchema, wordsSchema } from '../wire/fields.ts';

/** Reviews: a buyer's stars, words and a photo for a design that they bought; one for each buyer and design. */

export const reviewMessages = {
  stars: 'Choose 1 to 5 stars.',
  unseen: 'Your words can’t be seen. Write something, or leave them out.',
  notBought: 'Only who bought this design can review it.',
  onePhoto: 'A review has one photo. Please choose one.',
  gone: 'This review no longer exists.',
} as const;

/** The most characters of a review's words. */
export const reviewTextMax = 2000;

/** `waiting`: the studio hasn't looked at it yet. */
export const reviewStates = ['waiting', 'shown', 'declined'] as const;

/** Search engines get a design's average from this many reviews on. */
export const fewestRated = 3;

/** How many reviews of a design come in an answer. */
export const reviewsPerPage = 10;

/** Whether anything of a text can be seen: fillers and the blank braille cell count as letters and symbols. */
const isSeen = (text: string) =>
  text === '' ||
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/[\u115f\u1160\u2800\u3164\uffa0]/g, ''));

/** The fields of the multipart body; a photo is sent beside them as a custom request's pictures are. */
export const sentReviewSchema = v.object({
  stars: v.picklist(['1', '2', '3', '4', '5'], reviewMessages.stars),
  text: v.optional(v.pipe(wordsSchema(reviewTextMax), v.check(isSeen, reviewMessages.unseen)), ''),
  /** Without a new photo: the one of before stays. */
  keepsPhoto: v.optional(v.literal('true')),
});

/** The size of a photo in px. */
const photoSchema = v.nullable(v.object({ width: v.number(), height: v.number() }));

/** What a buyer wrote. It has another id once it is changed. */
const ownReviewSchema = v.object({
  _id: idSchema,
  productId: idSchema,
  /** The buyer's first name and initial, as they are shown. */
  name: v.optional(v.string()),
  stars: v.number(),
  text: v.string(),
  photo: photoSchema,
  state: v.picklist(reviewStates),
  /** Why it was declined, in the studio's words. */
  reason: v.string(),
  writtenAt: instantSchema,
});
export type OwnReview = v.InferOutput<typeof ownReviewSchema>;

/** The last written first. */
export const ownReviewsSchema = v.object({ reviews: v.array(ownReviewSchema) });

export const designReviewsQuerySchema = v.object({ page: countSchema(1, 10_000) });

const shownReviewSchema = v.object({
  _id: idSchema,
  /** The buyer's first name and initial. */
  name: v.string(),
  stars: v.number(),
  text: v.string(),
  photo: photoSchema,
  writtenAt: instantSchema,
});
export type ShownReview = v.InferOutput<typeof shownReviewSchema>;

/** The reviews that the studio approved, the last written first. */
export const designReviewsSchema = v.object({
  reviews: v.array(shownReviewSchema),
  totalPages: v.number(),
});

/** A review's photo: anybody's once it is shown; before, its writer's, with their session. */
export function reviewPhotoPath(reviewId: string): string {
  return `/api/review-photos/${reviewId}`;
}
