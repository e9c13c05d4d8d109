import { promisedDpi } from '#contract/shop/promised-dpi.ts';
import { loadSharp } from '../../platform/files/load-sharp.ts';

/**
 * Renders an SVG as a PNG of exactly `width` × `height` px at 350 DPI, with transparency. Scales the vector
 * before rasterizing, so that every edge is crisp.
 */
export async function originalPng(svg: string, width: number, height: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const source = Buffer.from(svg);
  const { width: drawn = width, density = 72 } = await sharp(source).metadata();
  return sharp(source, { density: Math.max(1, Math.min(100_000, (density * width) / drawn)) })
    .resize(width, height, { fit: 'fill' })
    .withMetadata({ density: promisedDpi })
    .png({ compressionLevel: 7 })
    .toBuffer();
}
