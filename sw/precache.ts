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
