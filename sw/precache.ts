import { cacheNames } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { isShellOf } from './shell-files.ts';

const shellPath = '/index.html';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: the shell, hashed assets, fonts and icons. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

/**
 * While the shop is being updated, the shell may come from a process of another version. Without this, a device would
 * store a page whose code it doesn't have, and show nothing while offline. A refused file has the install fail; the
 * browser installs again when it next looks for an update.
 */
const ofThisVersion: WorkboxPlugin = {
  async cacheWillUpdate({ request, response }) {
    if (!response.ok) return null;
    if (new URL(request.url).pathname !== shellPath) return response;
    const hasFile = (path: string) => precache.getCacheKeyForURL(path) !== undefined;
    return (await isShellOf(hasFile, response)) ? response : null;
  },
};

/** All files of this version of the shop. */
export const precache = new PrecacheController({ plugins: [ofThisVersion] });
precache.addToCacheList(self.__WB_MANIFEST);

/** The shell as installed; undefined if the browser evicted it. */
export const installedShell = (): Promise<Response | undefined> =>
  precache.matchPrecache(shellPath);

/** Changes with each build. */
export const installedVersion = precache.getCacheKeyForURL(shellPath)?.replace(/^.*=/, '') ?? '';

/** The cache keys of the files that are stored, of this and other versions. */
export async function storedFiles(): Promise<ReadonlySet<string>> {
  const keys = await (await caches.open(cacheNames.precache)).keys();
  return new Set(keys.map(({ url }) => url));
}
