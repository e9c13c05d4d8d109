import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { reviewStates } from '../shop/review.ts';
import { idSchema, instantSchema, paragraphsSchema } from '../wire/fields.ts';
import { fileAnswerSchema, type StudioCalls } from './call.ts';
import { listAnswerSchema, listQueryEntries } from './list.ts';

/** Reviews of designs as the studio sees them, on the wire. */

const reviewSchema = v.object({
  _id: idSchema,
  productId: idSchema,
  title: v.string(),
  buyerId: idSchema,
  /** As it is shown. */
  name: v.string(),
  stars: v.number(),
  text: v.string(),
  hasPhoto: v.boolean(),
  state: v.picklist(reviewStates),
  reason: v.string(),
  writtenAt: instantSchema,
});
export type Review = v.InferOutput<typeof reviewSchema>;

export const reasonMax = 500;

export const reviewReasonSchema = v.object({
  reason: paragraphsSchema('Enter a reason. The buyer will see it.', reasonMax),
});

const from = v.picklist(reviewStates, messages.invalid.fields);

export const reviewCalls = {
  reviews: {
    method: 'GET',
    path: '/api/studio/reviews',
    access: 'studio',
    summary:
      'Reviews in a state, of all designs and buyers or of one: waiting ones the longest first, the others the last written first',
    query: v.object({
      ...listQueryEntries,
      state: v.optional(v.picklist(reviewStates, messages.invalid.fields), 'waiting'),
      productId: v.optional(idSchema),
      buyerId: v.optional(idSchema),
    }),
    answer: listAnswerSchema(reviewSchema),
  },
  decideReview: {
    method: 'POST',
    path: '/api/studio/reviews/{id}/decision',
    access: 'studio',
    summary: 'Show or decline a review; `from` is the state that was shown',
    params: v.object({ id: idSchema }),
    body: v.variant('state', [
      v.object({ state: v.literal('shown'), from }),
      v.object({ state: v.literal('declined'), from, ...reviewReasonSchema.entries }),
    ]),
    answer: reviewSchema,
  },
  reviewPhoto: {
    method: 'GET',
    path: '/api/studio/reviews/{id}/photo',
    access: 'studio',
    summary: 'The photo of a review',
    params: v.object({ id: idSchema }),
    answer: fileAnswerSchema,
  },
} as const satisfies StudioCalls;
