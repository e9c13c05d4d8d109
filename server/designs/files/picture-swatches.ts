import type { Sharp } from 'sharp';
import { swatchesOf } from '#contract/catalogue/swatches.ts';

/** Enough for the main colours, and computed in a few milliseconds. */
const side = 64;

/** A picture's main colours, as `swatchesOf` writes them. */
export async function pictureSwatches(picture: Sharp): Promise<string> {
  const pixels = await picture
    // Without mixing neighbours, which would make colours that the picture doesn't have.
    .resize({ width: side, height: side, fit: 'inside', kernel: 'nearest' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return swatchesOf(pixels);
}
