import * as v from 'valibot';
import { type Brand, brandSchema, logoSchema } from '../shop/content.ts';
import { type LookColor, lookColors } from '../shop/look.ts';
import type { StudioCalls } from './call.ts';

/** The shop's colours and logo as the studio chooses them; look-contrast.ts has the contrast they need. */

export type Look = Readonly<Record<LookColor, string>> & Brand;

export const colorMessage = 'Enter a colour such as #c2215f.';

const colorSchema = v.pipe(
  v.string(colorMessage),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^#[0-9a-f]{6}$/, colorMessage),
);

/** Complete colours, whatever their contrast. */
export const colorsSchema = v.object({
  ...(Object.fromEntries(lookColors.map((name) => [name, colorSchema])) as Record<
    LookColor,
    typeof colorSchema
  >),
  ...brandSchema.entries,
});

/** Maximum size of an uploaded logo, in bytes. */
export const logoBytes = 5 * 1024 * 1024;
/** The least length of a logo's longer side, in px; an SVG can be drawn at any size. */
export const logoSide = 128;

export const logoMessages = {
  format: 'This file can’t be read. Use a PNG, WebP, JPEG or SVG picture.',
  bytes: 'A logo can be up to 5 MB.',
  small: (width: number, height: number) =>
    `This picture is only ${width} × ${height} px without its transparent margin. Use one of at least ${logoSide} px.`,
  empty: 'This picture is empty.',
  gone: 'This logo is no longer stored. Upload it again.',
} as const;

export const logoCalls = {
  uploadLogo: {
    method: 'POST',
    path: '/api/studio/content/look/logo',
    access: 'studio',
    summary:
      'Store a logo, the bytes of a PNG, WebP, JPEG or SVG, to be published with the section “look”',
    bodyType: 'bytes',
    answer: logoSchema,
  },
} as const satisfies StudioCalls;
