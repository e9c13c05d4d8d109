import { chunksBeforePixels } from '../../platform/files/png-chunks.ts';

/** What programs write for a picture without a density: one pixel per inch or, as libvips does, per millimetre. */
const placeholder = 25.4;
/** Scanners of film don't reach it; a larger number is no density. */
const finest = 20_000;
const centimetresPerInch = 2.54;

/**
 * The density that a file's own header states with a unit, in DPI; null if it has none. Without a unit, the numbers are
 * only the shape of a pixel. Where two disagree, what programs that print read counts: of a PNG its `pHYs` chunk before
 * its EXIF, of a JPEG its EXIF before its JFIF header, which many programs leave at 72.
 */
export function statedDpi(head: Buffer): number | null {
  const isJpeg = head.length > 2 && head.readUInt16BE(0) === 0xffd8;
  const densities = isJpeg ? jpegDensities(head) : pngDensities(head);
  const density = densities.find((each) => each !== null && each > placeholder && each <= finest);
  return density === undefined || density === null ? null : Math.round(density);
}

function jpegDensities(head: Buffer): (number | null)[] {
  let exif: number | null = null;
  let jfif: number | null = null;
  const [startOfScan, fill] = [0xda, 0xff];
  for (
    let at = 2;
    at + 16 <= head.length && head[at] === 0xff && head[at + 1] !== startOfScan;
    at += 2 + head.readUInt16BE(at + 2)
  ) {
    while (head[at + 1] === fill) at += 1;
    if (at + 16 > head.length) break;
    const segment = head.subarray(at + 4, at + 2 + head.readUInt16BE(at + 2));
    const starts = (name: string) => segment.toString('latin1', 0, name.length) === name;
    if (starts('Exif\0\0')) exif ??= exifDensity(segment.subarray(6));
    if (starts('JFIF\0') && segment.length >= 12) {
      jfif ??= perInch(segment.readUInt16BE(8), segment[7], { inch: 1, centimetre: 2 });
    }
  }
  return [exif, jfif];
}

function pngDensities(head: Buffer): (number | null)[] {
  const chunks = [...chunksBeforePixels(head)];
  const first = (name: string) => chunks.find((chunk) => chunk.name === name)?.data;
  const [pixels, exif] = [first('pHYs'), first('eXIf')];
  const perMetre = 1;
  const isPerMetre = pixels?.length === 9 && pixels[8] === perMetre;
  return [isPerMetre ? pixels.readUInt32BE(0) * 0.0254 : null, exif ? exifDensity(exif) : null];
}

/** `XResolution` with its `ResolutionUnit` in the first directory of EXIF, which is a TIFF. */
function exifDensity(tiff: Buffer): number | null {
  if (tiff.length < 8) return null;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const long = (at: number) => {
    if (at + 4 > tiff.length) return 0;
    return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  };
  const directory = long(4);
  const [resolutionTag, unitTag] = [0x11a, 0x128];
  let [density, unit] = [0, 0];
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) break;
    if (short(at) === resolutionTag) density = long(long(at + 8)) / long(long(at + 8) + 4);
    if (short(at) === unitTag) unit = short(at + 8);
  }
  return perInch(density, unit, { inch: 2, centimetre: 3 });
}

function perInch(
  density: number,
  unit: number | undefined,
  { inch, centimetre }: { readonly inch: number; readonly centimetre: number },
): number | null {
  if (!Number.isFinite(density) || density <= 0) return null;
  if (unit === inch) return density;
  return unit === centimetre ? density * centimetresPerInch : null;
}
