import type { Metadata, Sharp } from 'sharp';
import { avifColor, type DecodingOptions } from './avif-color.ts';
import { channelsOf } from './color-profile.ts';
import { jpegColor } from './jpeg-color.ts';
import { loadSharp } from './load-sharp.ts';
import { pngColor } from './png-color.ts';

/** A picture as a browser shows it: upright, in sRGB. */
export interface OpenedPicture {
  /** Decodes when its pixels are asked for: 8 bits a channel. */
  readonly picture: Sharp;
  /** Whether it is made for brighter screens (PQ or HLG). */
  readonly isHdr: boolean;
  /** Whether the file says to turn it, and no browser does so. */
  readonly isUnturned: boolean;
  /** Whether its pixels differ from what the shop made of it before it read colours and turns like a browser. */
  readonly isCorrected: boolean;
}

/** Opens a picture whose header was read: `head` is its metadata. Everything that decodes a picture begins here. */
export async function openPicture(
  source: Uint8Array,
  head: Metadata,
  { seconds = 0, ...options }: DecodingOptions = {},
): Promise<OpenedPicture> {
  const sharp = await loadSharp();
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const png = await pngColor(await avifColor(bytes, head, { seconds, ...options }));
  const file = await jpegColor(png.file, head);
  const isRewritten = png.isRewritten || file !== png.file;
  const { icc } = isRewritten ? await sharp(file, { limitInputPixels: false }).metadata() : head;
  const space = colorspaceBefore(head, icc);
  const isUnturned = head.format === 'webp' && (head.orientation ?? 1) > 1;
  // What a decoder only warns of, browsers show.
  const opened = sharp(file, { ...options, failOn: 'error' }).timeout({ seconds });
  const colored = space ? opened.pipelineColourspace(space) : opened;
  const turned = isUnturned ? colored : colored.autoOrient();
  return {
    picture: turned.toColourspace('srgb'),
    isHdr: png.isHdr,
    isUnturned,
    isCorrected: isRewritten || space !== null || isUnturned,
  };
}

/**
 * What a picture is converted to before its profile applies. Without that, libvips ignores the profile of a grey one of
 * 16 bits and one for colours on any grey, and sharp leaves a coloured one of 16 bits in Display P3. Browsers, too, begin
 * with 8 bits.
 */
function colorspaceBefore({ depth, channels }: Metadata, icc: Buffer | undefined) {
  if (!icc) return null;
  const isColored = channelsOf(icc) !== 'GRAY';
  if (depth !== 'ushort' && !(isColored && channels < 3)) return null;
  return isColored ? 'srgb' : 'b-w';
}
