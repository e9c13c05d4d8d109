import type { Services } from '../platform/services/services.ts';
import type { CatalogueFeed } from './feed.ts';

/** The services for routes that answer from the catalogue in memory. */
export interface CatalogueServices extends Services {
  readonly catalogue: CatalogueFeed;
}
