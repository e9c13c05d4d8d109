/** A bank card (ISO/IEC 7810 ID-1), in inches. */
export const card = { width: 85.6 / 25.4, height: 53.98 / 25.4 } as const;

/** What browsers call an inch on a desk, and about what they do on a phone. */
const guessedPixels = { desk: 96, phone: 160 } as const;

interface ScreenFacts {
  /** As calibrated; null if nobody has. */
  readonly dotsPerInch: number | null;
  /** Changes with the page's zoom. */
  readonly dotsPerPixel: number;
  readonly isPhone: boolean;
}

/** CSS pixels that measure one inch on this screen. Dots are stored rather than pixels, so zooming the page doesn't matter. */
export function pixelsPerInch({ dotsPerInch, dotsPerPixel, isPhone }: ScreenFacts): number {
  if (dotsPerInch !== null) return dotsPerInch / dotsPerPixel;
  return isPhone ? guessedPixels.phone : guessedPixels.desk;
}
