import type { LicenseType } from '#contract/shop/account.ts';

/** The part of a licence from which its buyer is told how much is left. */
const nearlyUsed = 0.8;

/** Whether a licence is used up, or will be soon. */
export function isNearlyUsed(sold: number, limit: number): boolean {
  return sold >= limit * nearlyUsed;
}

/** How much of a licence is used: `64 of 100 sold`. */
export function meterText(sold: number, limit: number): string {
  return `${sold} of ${limit} sold`;
}

/** What its buyer should know about a licence that is used up, or will be soon; null: nothing. */
export function meterNote(sold: number, limit: number): string | null {
  if (sold > limit) return `${sold - limit} more than this licence covers.`;
  if (sold === limit) return 'This licence is used up.';
  return isNearlyUsed(sold, limit) ? `Only ${limit - sold} left.` : null;
}

/** Which goods to count, and who sees the number. */
export function meterHelp(type: LicenseType): string {
  const others = type === 'FABRIC_SHOP' ? 'sales in your own shop' : 'handmade goods';
  return `Count what you sell in wholesale or print-on-demand; ${others} don’t count. Only you see this number. It also works without a signal.`;
}

/** A count as its button says it: `+5`, `−5`. */
export function deltaText(delta: number): string {
  return delta < 0 ? `−${-delta}` : `+${delta}`;
}
