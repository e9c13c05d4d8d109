import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';

/** News about calls that were answered from the device. */
export type CatalogueNews =
  /** The shop's answer; null: the device's answer is still correct. */
  | { readonly kind: 'fresh'; readonly asked: AskedCatalogueCall; readonly answer: object | null }
  /** Designs were added, changed or removed: pages should fetch what they show of them again. */
  | { readonly kind: 'changed' }
  /** Whether the shop has just answered. */
  | { readonly kind: 'reach'; readonly isReached: boolean };
