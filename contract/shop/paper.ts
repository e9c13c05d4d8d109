/** Receipts and credit notes, as PDF. The number is the receipt's or the credit note's. */

export const paperSizes = ['a4', 'letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** Where letters are written on US Letter. */
export const onLetter: ReadonlySet<string> = new Set([
  'US',
  'CA',
  'MX',
  'PH',
  'CL',
  'CO',
  'VE',
  'CR',
  'GT',
  'PR',
  'DO',
  'NI',
  'PA',
  'SV',
]);

/** The size that is printed where a language tag such as `en-US` is spoken. A browser may have none, or call it `c`. */
export function paperSizeFor(language: string): PaperSize {
  try {
    return onLetter.has(new Intl.Locale(language).region ?? '') ? 'letter' : 'a4';
  } catch {
    return 'a4';
  }
}

/**
 * The address of a buyer's own receipt or credit note. It needs their session. Each version of a receipt has its own, so
 * that a device that stored one fetches the next.
 */
export function paperPath(orderId: string, number: string, size: PaperSize, version = 1): string {
  const path = `/api/orders/${orderId}/papers/${number}/${size}`;
  return version === 1 ? path : `${path}/${version}`;
}

/** The address of an earlier version of a receipt; that of the first without its number has the newest once there is one. */
export function earlierPaperPath(
  orderId: string,
  number: string,
  size: PaperSize,
  version: number,
): string {
  return `${paperPath(orderId, number, size)}/${version}`;
}
