import type { Sharp } from 'sharp';

/** What is behind a cut-out in its previews; `none`: there is nothing to see on either ground. */
export type Ground = 'white' | 'dark' | 'none';

export const groundColors: Readonly<Record<Ground, `#${string}`>> = {
  white: '#ffffff',
  dark: '#6f6876',
  none: '#ffffff',
};

/** Enough to see a thin outline, and read in a few milliseconds. */
const side = 256;
/** The difference of a channel, out of 255, that is seen at a glance. */
const seenDifference = 24;
/** The part of the art that must be seen on white. */
const seenPart = 0.02;

/** The ground for a picture with transparency: white, unless the art would hardly be seen on it. */
export async function groundOf(picture: Sharp): Promise<Ground> {
  const pixels = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer();
  const onWhite = partSeen(pixels, groundColors.white);
  if (onWhite >= seenPart) return 'white';
  const onDark = partSeen(pixels, groundColors.dark);
  if (onDark > onWhite) return 'dark';
  return onWhite > 0 ? 'white' : 'none';
}

/** How much of the art differs from a ground, from 0 to 1. */
function partSeen(pixels: Buffer, ground: string): number {
  const background = Buffer.from(ground.slice(1), 'hex');
  let [art, seen] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 0) / 255;
    let difference = 0;
    for (let channel = 0; channel < background.length; channel += 1) {
      const distance = Math.abs((pixels[at + channel] ?? 0) - (background[channel] ?? 0));
      difference = Math.max(difference, distance);
    }
    art += opacity;
    if (difference * opacity >= seenDifference) seen += opacity;
  }
  return art === 0 ? 0 : seen / art;
}
