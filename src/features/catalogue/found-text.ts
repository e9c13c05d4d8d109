import type { SearchPage } from '#contract/shop/product.ts';
import { counted, grouped } from '#contract/wire/counted.ts';

/** How many designs have every word of a search, and how many are close. */
export function foundText({ total, exact = total }: Pick<SearchPage, 'total' | 'exact'>): string {
  if (exact === total) return counted(total, 'design');
  const close = grouped(total - exact);
  return exact === 0
    ? `No exact match · ${close} close`
    : `${counted(exact, 'design')} · ${close} close`;
}
