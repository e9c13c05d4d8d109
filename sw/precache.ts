import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: the shell, hashed assets, fonts and icons. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

/** What this version of the shop is made of. */
export const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);

/** The shell as it was installed; what the browser threw away is undefined. */
export const keptShell = (): Promise<Response | undefined> => precache.matchPrecache('/index.html');
