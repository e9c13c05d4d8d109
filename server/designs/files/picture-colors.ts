import type { Sharp } from 'sharp';
import { chunksInTurn } from '../../platform/jobs/chunks-in-turn.ts';

/** Enough for the main colours, and computed in a few milliseconds; more for art that covers little of its picture. */
const sides = [64, 256, 1200];
const enough = 200;
/** From 0 to 255; what is below `faint` is hardly seen. */
const [opaque, faint] = [250, 26];
/** Art of which a smaller share is opaque is translucent, such as a watercolour. */
const opaqueShare = 1 / 4;
/** An edge of translucent art has a smaller share of its mean opacity. */
const edgeShare = 0.8;

/**
 * A sample of the pixels by which a picture's colours are known, with three bytes each. Of a cut-out, neither what is
 * transparent nor its edges; of translucent art all that can be seen, on white. `open` is asked for each sample, since a
 * clone of sharp's copies the whole picture in one turn.
 */
export async function visiblePixels(open: () => Promise<Sharp>): Promise<Uint8Array> {
  let found = new Uint8Array();
  for (const side of sides) {
    const picture = await open();
    const sampled = picture
      // Without mixing neighbours, which would make colours that the picture doesn't have.
      .resize({ width: side, height: side, fit: 'inside', kernel: 'nearest' })
      .toColourspace('srgb')
      .ensureAlpha();
    found = await visibleOf(await sampled.raw().toBuffer());
    if (found.length >= enough * 3) break;
  }
  return found;
}

async function visibleOf(rgba: Buffer) {
  const least = await leastOpacity(rgba);
  const visible = new Uint8Array((rgba.length / 4) * 3);
  let end = 0;
  for await (const chunk of chunksInTurn(rgba)) {
    for (let at = 0; at < chunk.length; at += 4) {
      const opacity = chunk[at + 3] ?? 0;
      if (opacity < least) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        visible[end + channel] =
          255 - Math.round(((255 - (chunk[at + channel] ?? 0)) * opacity) / 255);
      }
      end += 3;
    }
  }
  return visible.subarray(0, end);
}

/** The opacity of art that is no edge. */
async function leastOpacity(rgba: Buffer): Promise<number> {
  let [art, count, solid] = [0, 0, 0];
  for await (const chunk of chunksInTurn(rgba)) {
    for (let at = 3; at < chunk.length; at += 4) {
      const opacity = chunk[at] ?? 0;
      if (opacity < faint) continue;
      art += opacity;
      count += 1;
      if (opacity >= opaque) solid += opacity;
    }
  }
  if (solid >= art * opaqueShare) return opaque;
  return Math.max(faint, (art / count) * edgeShare);
}

/** The mean of these pixels, `#rrggbb`; null without any. */
export function meanOf(rgb: Uint8Array): string | null {
  if (rgb.length === 0) return null;
  const mean = Buffer.from(
    [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let at = channel; at < rgb.length; at += 3) sum += rgb[at] ?? 0;
      return Math.round((sum * 3) / rgb.length);
    }),
  );
  return `#${mean.toString('hex')}`;
}
