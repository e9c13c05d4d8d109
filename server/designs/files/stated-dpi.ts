import { chunksBeforePixels } from '../../platform/files/png-chunks.ts';

/** What programs write for a picture without a density: one pixel per inch or, as libvips does, per millimetre. */
const placeholder = 25.4;

/**
 * The density that a file's own header states with a unit, in DPI: a JPEG's JFIF header, or the `pHYs` chunk of a
 * PNG. Null if it has none. Without a unit, the numbers are only the shape of a pixel.
 */
export function statedDpi(head: Buffer): number | null {
  const density = head.readUInt16BE(0) === 0xffd8 ? jpegDensity(head) : pngDensity(head);
  return density !== null && density > placeholder ? Math.round(density) : null;
}

function jpegDensity(head: Buffer): number | null {
  const startOfScan = 0xda;
  for (
    let at = 2;
    at + 16 <= head.length && head[at] === 0xff;
    at += 2 + head.readUInt16BE(at + 2)
  ) {
    if (head[at + 1] === startOfScan) return null;
    if (head.toString('latin1', at + 4, at + 9) !== 'JFIF\0') continue;
    const density = head.readUInt16BE(at + 12);
    const perInch: Partial<Record<number, number>> = { 1: density, 2: density * 2.54 };
    return perInch[head[at + 11] ?? 0] ?? null;
  }
  return null;
}

function pngDensity(head: Buffer): number | null {
  const perMetre = 1;
  for (const { name, data } of chunksBeforePixels(head)) {
    if (name !== 'pHYs' || data.length !== 9) continue;
    return data[8] === perMetre ? data.readUInt32BE(0) * 0.0254 : null;
  }
  return null;
}
