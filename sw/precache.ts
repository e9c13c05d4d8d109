import { cacheNames } from 'workbox-core';
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: the shell, hashed assets, fonts and icons. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

/** All files of this version of the shop. */
export const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);

/** The shell as installed; undefined if the browser evicted it. */
export const installedShell = (): Promise<Response | undefined> =>
  precache.matchPrecache('/index.html');

/** Changes with each build. */
export const installedVersion =
  precache.getCacheKeyForURL('/index.html')?.replace(/^.*=/, '') ?? '';

/** The cache keys of the files that are stored, of this and other versions. */
export async function storedFiles(): Promise<ReadonlySet<string>> {
  const keys = await (await caches.open(cacheNames.precache)).keys();
  return new Set(keys.map(({ url }) => url));
}
