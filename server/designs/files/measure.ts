import { loadSharp } from '../../platform/files/load-sharp.ts';
import { statedDpi } from './stated-dpi.ts';

/** A picture's size in pixels, and its DPI if the file has one. */
export interface Measure {
  readonly width: number | null;
  readonly height: number | null;
  readonly dpi: number | null;
}

/** Enough for a header with a colour profile and a thumbnail, in nearly all files. */
export const measureBytes = 4_000_000;

export const unmeasured: Measure = { width: null, height: null, dpi: null };

const measured = new Set(['image/png', 'image/jpeg']);

/** Reads size and DPI from the beginning of a PNG or JPEG; null where they can't be read. */
export async function measure(mediaType: string, head: Buffer): Promise<Measure> {
  if (!measured.has(mediaType)) return unmeasured;
  const sharp = await loadSharp();
  try {
    const { width, height, autoOrient } = await sharp(head, {
      limitInputPixels: false,
    }).metadata();
    return {
      width: autoOrient.width ?? width,
      height: autoOrient.height ?? height,
      dpi: statedDpi(head),
    };
  } catch {
    return unmeasured;
  }
}
