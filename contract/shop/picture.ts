import * as v from 'valibot';

/**
 * What a screen needs to show a picture. Added: width, height (px of the largest preview), and what is shown until it
 * loads: color (`#rrggbb`) and `miniature` (see `miniature.ts`; missing until the shop has made one, and in answers
 * stored by an older worker).
 */
export const pictureSchema = v.object({
  url: v.string(),
  width: v.number(),
  height: v.number(),
  color: v.string(),
  miniature: v.optional(v.string()),
});
export type Picture = v.InferOutput<typeof pictureSchema>;
