import { createQueryCache } from './query-cache.ts';
import { shopClient } from './shop-client.ts';

export const shopCache = createQueryCache(shopClient);
