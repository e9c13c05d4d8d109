/**
 * Whether this is Safari on an iPhone or iPad, where a buyer installs by hand. An iPad calls itself
 * a Mac; no Mac has a touch screen. The other browsers there name themselves.
 */
export function isIosSafari(userAgent: string, maxTouchPoints: number): boolean {
  const isDevice =
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isDevice && /Version\/\d.* Safari\//.test(userAgent);
}
