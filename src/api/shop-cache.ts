import { createQueryCache } from './query-cache.ts';
import { shopClient } from './shop-client.ts';

/** The page's query cache. */
export const shopCache = createQueryCache(shopClient);
