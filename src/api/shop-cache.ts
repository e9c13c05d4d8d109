import { createQueryCache } from './query-cache.ts';
import { shopClient } from './shop-client.ts';

/** The page's cache of answers. */
export const shopCache = createQueryCache(shopClient);
