import { maxPercent, minPercent } from '#contract/shop/cloth-view.ts';

/** A percentage changed by two fingers; not rounded, since slow fingers change less than one per cent at a time. */
export function pinchedPercent(percent: number, factor: number): number {
  return Math.min(maxPercent, Math.max(minPercent, percent * factor));
}
