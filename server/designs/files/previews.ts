import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { swatchesOf } from '#contract/catalogue/swatches.ts';
import { miniatureOf, miniatureSide } from '#contract/shop/miniature.ts';
import {
  type ImageFormat,
  type ImageWidth,
  imageFormats,
  imageWidths,
} from '#contract/shop/paths.ts';
import { fileLimits } from '#contract/studio/files.ts';
import { hasTooManyPixels } from '#contract/studio/upload-refusal.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { loadSharp } from '../../platform/files/load-sharp.ts';
import { type OpenedPicture, openPicture } from '../../platform/files/open-picture.ts';
import { chunksInTurn } from '../../platform/jobs/chunks-in-turn.ts';
import { meanOf, visiblePixels } from './picture-colors.ts';
import { type Ground, groundColors, groundOf } from './picture-ground.ts';
import { watermarkTile } from './watermark.ts';

/**
 * Part of every preview's hash. Increase it when previews are made differently, so that their addresses change. Those of
 * pictures that were always decoded as they are now keep theirs, and so do those on white.
 */
const version = 'preview-1';
const correctedVersion = 'preview-2';
const hdrVersion = 'preview-3';
/** Increase it, too: pictures whose row has a smaller one get their previews and colours again in the background. */
export const previewVersion = 6;
/** Wider previews carry the watermark. */
const widestUnmarked = 320;
/** Fast encodings: all six previews of a picture must be ready in under a second. */
const encodings: Readonly<Record<ImageFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 2 }),
};

/** Thrown for a picture that would take too much memory to decode. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels';
}

/**
 * The preview columns of an image's row. `width` and `height` of the largest preview in px; `color` is the mean of what
 * can be seen, `#rrggbb`; `swatches` its main colours; `miniature` describes its largest preview; `ground` is what is
 * behind a cut-out.
 */
export interface Previewed {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly swatches: string;
  readonly miniature: string;
  readonly ground: Ground;
  readonly previewVersion: number;
  /** 0 or 1: whether the file is for brighter screens, and whether it says to turn it although no browser does. */
  readonly isHdr: number;
  readonly isUnturned: number;
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

interface PreviewOptions {
  /** Called after each preview. */
  readonly onMade?: () => Promise<void>;
  /** Keeps previews that are stored already. */
  readonly isAgain?: boolean;
}

/**
 * Makes and stores every preview of a picture: AVIF and WebP, each at most 320, 640 and 1,200 px wide, on a
 * ground, so that no preview reveals a cut-out. Resolves when all are durable.
 * @throws TooManyPixels, or the decoder's error for a damaged picture
 */
export async function makePreviews(
  store: FileStore,
  source: Uint8Array,
  { onMade = async () => {}, isAgain = false }: PreviewOptions = {},
): Promise<Previewed> {
  const { cutOut, isCorrected, isHdr, isUnturned } = await decode(source);
  const ground = cutOut.channels === 4 ? await groundOf(await fromPixels(cutOut)) : 'white';
  const decoded = isCorrected ? correctedVersion : version;
  const made = [isHdr ? hdrVersion : decoded, ...(ground === 'dark' ? [ground] : [])];
  const hash = await hashOf(made.join('-'), source);
  const largest = await onGround(cutOut, groundColors[ground]);
  const visible = await visiblePixels(() => fromPixels(cutOut));
  const color =
    cutOut.channels === 3 ? await meanColor(largest) : (meanOf(visible) ?? groundColors[ground]);
  const swatches = swatchesOf(visible);
  const miniature = await miniatureFrom(await fromPixels(largest));
  await Promise.all(
    imageWidths.map(async (width) => {
      const marked = await shrinkAndMark(largest, width);
      await Promise.all(
        imageFormats.map(async (format) => {
          const name = `${hash}/${width}.${format}`;
          // An address names what is there, so it is as it would be made.
          if (!isAgain || (await store.previewBytes(name)) === null) {
            await store.putPreview(
              name,
              await encodings[format](await fromPixels(marked)).toBuffer(),
            );
          }
          await onMade();
        }),
      );
    }),
  );
  return {
    hash,
    width: largest.width,
    height: largest.height,
    color,
    swatches,
    miniature,
    ground,
    previewVersion,
    isHdr: Number(isHdr),
    isUnturned: Number(isUnturned),
  };
}

async function hashOf(made: string, source: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(made);
  for await (const chunk of chunksInTurn(source)) hash.update(chunk);
  return hash.digest('hex');
}

/** What is known of a picture by its smallest preview alone; null if that is missing. */
export async function previewedAgain(
  store: FileStore,
  hash: string,
): Promise<Pick<Previewed, 'swatches' | 'miniature' | 'previewVersion'> | null> {
  const [smallest] = imageWidths;
  const preview = await store.readPreview(`${hash}/${smallest}.webp`);
  if (!preview) return null;
  const sharp = await loadSharp();
  const open = async () => sharp(preview.bytes);
  const swatches = swatchesOf(await visiblePixels(open));
  return { swatches, miniature: await miniatureFrom(await open()), previewVersion };
}

type Decoded = Omit<OpenedPicture, 'picture'> & { readonly cutOut: Pixels };

/** Decodes the source, once. An SVG is rendered at its final size instead of being enlarged afterwards. */
async function decode(source: Uint8Array): Promise<Decoded> {
  const sharp = await loadSharp();
  const [, , widest] = imageWidths;
  const head = await sharp(source, { limitInputPixels: false }).metadata();
  const { format, width = widest, height = widest, density = 72 } = head;
  if (format !== 'svg' && hasTooManyPixels({ width, height })) throw new TooManyPixels();
  const { picture, ...facts } = await openPicture(source, head, {
    limitInputPixels: fileLimits.imagePixels,
    ...(format === 'svg' && {
      density: Math.max(1, Math.min(100_000, (density * widest) / width)),
    }),
  });
  const cutOut = await pixelsOf(
    picture.resize({
      width: widest,
      height: fileLimits.previewHeight,
      fit: 'inside',
      withoutEnlargement: true,
    }),
  );
  return { cutOut, ...facts };
}

async function onGround(cutOut: Pixels, background: string): Promise<Pixels> {
  if (cutOut.channels === 3) return cutOut;
  return pixelsOf((await fromPixels(cutOut)).flatten({ background }));
}

async function shrinkAndMark(largest: Pixels, width: ImageWidth): Promise<Pixels> {
  const source = await fromPixels(largest);
  const small = await pixelsOf(source.resize({ width, withoutEnlargement: true }));
  if (width <= widestUnmarked) return small;
  const tileSize = Math.max(1, Math.round(Math.min(small.width, small.height) / 3));
  const tile = Buffer.from(watermarkTile(tileSize));
  return pixelsOf(
    (await fromPixels(small))
      .composite([{ input: tile, tile: true, gravity: 'northwest' }])
      .removeAlpha(),
  );
}

async function meanColor(picture: Pixels): Promise<string> {
  const pixel = await (await fromPixels(picture)).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}

async function miniatureFrom(preview: Sharp): Promise<string> {
  const size = { width: miniatureSide, height: miniatureSide, fit: 'fill' } as const;
  return miniatureOf(await preview.resize(size).removeAlpha().raw().toBuffer());
}

async function fromPixels({ data, ...raw }: Pixels): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw });
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}
