import { messages } from '#contract/messages/messages.ts';
import { loadSharp } from '../platform/files/load-sharp.ts';
import { openPicture } from '../platform/files/open-picture.ts';
import { type PictureKind, pictureKind } from './picture-kind.ts';

/** A picture re-encoded from the pixels of an uploaded file: a JPEG on white, without anything else of that file. */
export interface StillPicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export type StillPictureResult =
  | { readonly kind: 'made'; readonly picture: StillPicture }
  | { readonly kind: 'refused'; readonly message: string };

/** As large as phones take them; decoded, that is at most 200 MB. */
const maxPixels = 50_000_000;
const decodeSeconds = 20;
/** So that ten of them fit into a mail. */
const maxBytes = 680_000;
/** Tried in order until the picture is small enough; the last one always is. */
const tries = [
  { side: 2000, quality: 82 },
  { side: 1600, quality: 75 },
  { side: 1200, quality: 65 },
  { side: 800, quality: 50 },
] as const;
const [{ side: largestSide }] = tries;

const formats: Readonly<Record<string, PictureKind>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'avif',
};

/**
 * Re-encodes a picture sent by a stranger. Detects its kind from its bytes, and its size from its header
 * before decoding. A refusal's message is for the sender. It is at most `side` px wide and high.
 */
export async function stillPicture(
  source: Uint8Array,
  side: number = largestSide,
): Promise<StillPictureResult> {
  const kind = pictureKind(source);
  if (kind === null) return refused(messages.picture.imageFormat);
  if (kind === 'heic') return refused(messages.picture.imageHeic);
  if (kind === 'moving') return refused(messages.picture.imageMoving);
  try {
    return await remake(source, kind, side);
  } catch {
    return refused(messages.picture.imageBroken);
  }
}

async function remake(
  source: Uint8Array,
  kind: PictureKind,
  largest: number,
): Promise<StillPictureResult> {
  const sharp = await loadSharp();
  const head = await sharp(source, { limitInputPixels: false }).metadata();
  const { format, width, height, pages = 1 } = head;
  if (formats[format] !== kind) return refused(messages.picture.imageFormat);
  if (pages > 1) return refused(messages.picture.imageMoving);
  if (width * height > maxPixels) return refused(messages.picture.imagePixels);
  const { picture } = await openPicture(source, head, {
    limitInputPixels: maxPixels,
    seconds: decodeSeconds,
  });
  const { data, info } = await picture
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const { side, quality } of tries) {
    const made = await sharp(data, { raw })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    if (made.data.byteLength <= maxBytes || side === tries.at(-1)?.side) {
      const { width: madeWidth, height: madeHeight } = made.info;
      return {
        kind: 'made',
        picture: { bytes: made.data, width: madeWidth, height: madeHeight },
      };
    }
  }
  return refused(messages.picture.imageBroken);
}

function refused(message: string): StillPictureResult {
  return { kind: 'refused', message };
}
