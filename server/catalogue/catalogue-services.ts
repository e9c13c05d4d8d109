import type { Services } from '../platform/services.ts';
import type { CatalogueFeed } from './feed.ts';

/** For what answers from the catalogue in memory. */
export interface CatalogueServices extends Services {
  readonly catalogue: CatalogueFeed;
}
