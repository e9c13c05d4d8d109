import { createHash } from 'node:crypto';
import { messages } from '#contract/messages/messages.ts';
import type { Logo } from '#contract/shop/content.ts';
import { logoMessages, logoSide } from '#contract/studio/look.ts';
import { pictureKind } from '../commissions/picture-kind.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { loadSharp } from '../platform/files/load-sharp.ts';
import { openPicture } from '../platform/files/open-picture.ts';
import { svgForSharp } from '../platform/files/svg-head.ts';
import { Problem } from '../platform/http/problem.ts';

/** Part of every logo's hash. Increase it when logos are made differently, so that their addresses change. */
const version = 'logo-2';
const formats = new Set(['png', 'webp', 'jpeg', 'svg']);
/** Decoded, that is at most 200 MB. */
const maxPixels = 50_000_000;
const decodeSeconds = 20;
/** In px. A drawing of lines is drawn this large. */
const largest = 1024;
/** The PNG's sides, large enough for an app's icon. */
const pngSide = 512;
/** The WebP's height, sharp on a phone where the shop shows 44 px, and its width. */
const webpHeight = 132;
const webpWidth = 4 * webpHeight;

/**
 * Stores a logo without its transparent margin: a WebP for pages, a PNG for mails and icons. Both are made of its pixels,
 * so nothing else of the file remains.
 * @throws INVALID, with a text for the sender
 */
export async function storeLogo(files: FileStore, source: Buffer): Promise<Logo> {
  if (pictureKind(source) === 'moving') throw new Problem('INVALID', messages.picture.imageMoving);
  const whole = await decoded(source);
  const sharp = await loadSharp();
  const { width, height, channels } = whole.info;
  if (whole.isSmall) throw new Problem('INVALID', logoMessages.small(width, height));
  const pixels = () => sharp(whole.data, { raw: { width, height, channels } });
  const [png, webp] = await Promise.all([
    pixels()
      .resize({ width: pngSide, height: pngSide, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer(),
    pixels()
      .resize({ width: webpWidth, height: webpHeight, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer({ resolveWithObject: true }),
  ]);
  const hash = createHash('sha256').update(version).update(source).digest('hex');
  await files.putPreview(`${hash}/logo.png`, png);
  await files.putPreview(`${hash}/logo.webp`, webp.data);
  return { hash, width: webp.info.width, height: webp.info.height };
}

export async function isLogoStored(files: FileStore, { hash }: Logo): Promise<boolean> {
  const sizes = [files.previewBytes(`${hash}/logo.png`), files.previewBytes(`${hash}/logo.webp`)];
  return (await Promise.all(sizes)).every((bytes) => bytes !== null);
}

/** The logo's pixels without its transparent margin. */
async function decoded(file: Buffer) {
  const sharp = await loadSharp();
  // A packed drawing that can't be unpacked is no picture either.
  const source = await svgForSharp(file).catch(() => file);
  const head = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!head || !formats.has(head.format)) throw new Problem('INVALID', logoMessages.format);
  const { format, width, height, pages = 1, density = 72 } = head;
  if (pages > 1) throw new Problem('INVALID', messages.picture.imageMoving);
  const isSvg = format === 'svg';
  if (!isSvg && width * height > maxPixels) {
    throw new Problem('INVALID', messages.picture.imagePixels);
  }
  const enlarged = Math.min((density * largest) / Math.max(width, height), 2400);
  const options = { limitInputPixels: maxPixels };
  try {
    const { picture } = await openPicture(
      source,
      head,
      isSvg ? { ...options, density: Math.max(1, enlarged) } : options,
    );
    const turned = await picture
      .timeout({ seconds: decodeSeconds })
      .ensureAlpha()
      .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { channels } = await sharp(turned).stats();
    if (channels.every(({ min, max }) => min === max) || channels[3]?.max === 0) {
      throw new Problem('INVALID', logoMessages.empty);
    }
    const trimmed = await sharp(turned)
      .trim({ background: '#00000000', threshold: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isSmall = !isSvg && Math.max(trimmed.info.width, trimmed.info.height) < logoSide;
    return { ...trimmed, isSmall };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('INVALID', messages.picture.imageBroken);
  }
}
