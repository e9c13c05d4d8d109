import { chunksBeforePixels, isPng } from '../platform/files/png-chunks.ts';

/** What a picture's first bytes say it is. `moving` and `heic` exist to refuse them with a reason. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'moving';

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/**
 * Detects a picture's kind from its bytes alone, whatever its name; null for a kind that isn't accepted. Also
 * detects animations of which a decoder would show only the first frame.
 */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (picture[0] === 0xff && picture[1] === 0xd8 && picture[2] === 0xff) return 'jpeg';
  if (isPng(picture)) return isAnimatedPng(picture) ? 'moving' : 'png';
  if (picture.toString('latin1', 0, 4) === 'RIFF' && picture.toString('latin1', 8, 12) === 'WEBP') {
    return 'webp';
  }
  if (picture.toString('latin1', 4, 8) === 'ftyp') return heifKind(picture);
  return picture.toString('latin1', 0, 4) === 'GIF8' ? 'moving' : null;
}

/** An animated PNG has an `acTL` chunk before its first pixels. */
function isAnimatedPng(picture: Buffer): boolean {
  return chunksBeforePixels(picture).some(({ name }) => name === 'acTL');
}

/** The brands tell the format apart: a major brand, a version, then compatible brands. */
function heifKind(picture: Buffer): PictureKind | null {
  const length = Math.min(picture.length >= 4 ? picture.readUInt32BE(0) : 0, 256, picture.length);
  const brands = new Set<string>();
  for (let at = 8; at + 4 <= length; at += 4) {
    if (at !== 12) brands.add(picture.toString('latin1', at, at + 4));
  }
  if (brands.has('avis')) return 'moving';
  if (brands.has('avif')) return 'avif';
  return [...brands].some((brand) => heicBrands.has(brand)) ? 'heic' : null;
}
