import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { cachingRules } from './caching-rules.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: the hashed assets, fonts and icons. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
for (const { matches, handler } of cachingRules) registerRoute(matches, handler);
