import { loadSharp } from '../../platform/files/load-sharp.ts';

/** Pixels of a picture, and its DPI where it says so. */
export interface Measure {
  readonly width: number | null;
  readonly height: number | null;
  readonly dpi: number | null;
}

/** A head with a colour profile and a thumbnail is seldom longer. */
export const measureBytes = 4_000_000;

export const unmeasured: Measure = { width: null, height: null, dpi: null };

const measured = new Set(['image/png', 'image/jpeg']);

/** Reads size and DPI of a PNG or a JPEG from its beginning; what can't be read is left open. */
export async function measure(mediaType: string, head: Buffer): Promise<Measure> {
  if (!measured.has(mediaType)) return unmeasured;
  const sharp = await loadSharp();
  try {
    const { width, height, density, autoOrient } = await sharp(head, {
      limitInputPixels: false,
    }).metadata();
    return {
      width: autoOrient.width ?? width,
      height: autoOrient.height ?? height,
      dpi: density ?? null,
    };
  } catch {
    return unmeasured;
  }
}
