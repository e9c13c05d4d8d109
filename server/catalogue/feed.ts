import type { CallAnswer, CallInput } from '#contract/calls.ts';

/** The catalogue calls that take part in the replica. */
export type CatalogueCall =
  | 'filterOptions'
  | 'productsFilter'
  | 'products'
  | 'productsSearch'
  | 'productsBestSelling'
  | 'productsNewArrivals'
  | 'productsChanges'
  | 'product';

/** The server's replica of the published catalogue, kept fresh from the change feed. */
export interface CatalogueFeed {
  /** Answers one catalogue call from memory; null where a product is not there. */
  answer<N extends CatalogueCall>(name: N, input: Partial<CallInput<N>>): CallAnswer<N> | null;
  /** Takes in what changed in the database since the last look; cheap when nothing did. */
  refresh(): Promise<void>;
  /** Rises with every change of anything public. */
  readonly version: number;
}
