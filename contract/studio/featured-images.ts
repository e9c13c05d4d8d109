import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { idSchema } from '../wire/fields.ts';
import { limits } from '../wire/limits.ts';
import type { StudioCalls } from './call.ts';

/** The pictures of the Show Us carousel, as the studio arranges them. */

/** Limited because nobody watches a longer carousel to its end. */
export const maxFeaturedImages = 24;
/** Maximum size of one uploaded picture, in bytes. */
export const featuredImageBytes = limits.customImageBytes;

export const featuredImageMessages = {
  tooMany: `There are ${maxFeaturedImages} pictures already. Remove one first.`,
  twice: 'This picture has already been added.',
  gone: 'This picture no longer exists.',
  changed: 'Someone else changed the pictures. Check them before reordering.',
} as const;

export const studioFeaturedImageSchema = v.object({
  _id: idSchema,
  url: v.string(),
  width: v.number(),
  height: v.number(),
  color: v.string(),
  /** If empty, the shop uses a text of its own. */
  altText: v.string(),
});
export type StudioFeaturedImage = v.InferOutput<typeof studioFeaturedImageSchema>;

/** Every change returns all the pictures as they are now. */
const frontSchema = v.object({ images: v.array(studioFeaturedImageSchema) });

export const altTextSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200, messages.invalid.tooLong),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  v.regex(/^[^\u0000-\u001f\u007f]*$/, messages.invalid.characters),
);

const idParams = v.object({ id: idSchema });

export const featuredImageCalls = {
  front: {
    method: 'GET',
    path: '/api/studio/front',
    access: 'studio',
    summary: 'The featured pictures, in order',
    answer: frontSchema,
  },
  addFrontImage: {
    method: 'POST',
    path: '/api/studio/front',
    access: 'studio',
    summary: 'Add a picture at the end: the bytes of a still JPEG, PNG, WebP or AVIF',
    bodyType: 'bytes',
    answer: frontSchema,
  },
  describeFrontImage: {
    method: 'PUT',
    path: '/api/studio/front/{id}',
    access: 'studio',
    summary:
      'Set a picture’s text for screen readers; CHANGED_MEANWHILE if somebody else changed it from `from`',
    params: idParams,
    body: v.object({ from: altTextSchema, altText: altTextSchema }),
    answer: frontSchema,
  },
  removeFrontImage: {
    method: 'DELETE',
    path: '/api/studio/front/{id}',
    access: 'studio',
    summary: 'Remove a picture',
    params: idParams,
    answer: frontSchema,
  },
  orderFront: {
    method: 'PUT',
    path: '/api/studio/front-order',
    access: 'studio',
    summary: 'Reorder the pictures; CHANGED_MEANWHILE if `ids` isn’t all of them',
    body: v.object({
      ids: v.pipe(v.array(idSchema), v.maxLength(maxFeaturedImages, messages.invalid.tooLong)),
    }),
    answer: frontSchema,
  },
} as const satisfies StudioCalls;
