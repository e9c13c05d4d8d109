import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { RouteHandler, RouteMatchCallback } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { cacheNames } from './cache-names.ts';

/** One kind of request and how it is answered. What no rule names goes to the network. */
export interface CachingRule {
  readonly matches: RouteMatchCallback;
  readonly handler: RouteHandler;
}

const day = 86_400;

export const cachingRules: readonly CachingRule[] = [
  {
    // Pictures are addressed by their content, so one that is there never changes.
    matches: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
    handler: new CacheFirst({
      cacheName: cacheNames.images,
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        { cacheWillUpdate: async ({ response }) => (isImage(response) ? response : null) },
        new ExpirationPlugin({
          maxEntries: 600,
          maxAgeSeconds: 60 * day,
          purgeOnQuotaError: true,
        }),
      ],
    }),
  },
];

/** A captive portal answers pictures with a page of its own; that must not be kept. */
function isImage(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('image/') ?? false;
}
