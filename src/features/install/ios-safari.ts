/**
 * Whether this is Safari on an iPhone or iPad, where the buyer has to install by hand. An iPad reports
 * itself as a Mac, but no Mac has a touch screen. Other browsers on iOS add their own name.
 */
export function isIosSafari(userAgent: string, maxTouchPoints: number): boolean {
  const isDevice =
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isDevice && /Version\/\d.* Safari\//.test(userAgent);
}
