import { cacheNames } from 'workbox-core';
import { lookPath } from '#contract/shop/look.ts';
import { paths } from '#contract/shop/paths.ts';
import { cacheNames as shopCaches } from '#offline/catalogue/cache-names.ts';
import { fillShell } from './fill-shell.ts';
import { installedShell, installedVersion } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/** From the Service Worker specification; missing in the compiler's library. */
interface RouterRule {
  readonly condition: {
    readonly urlPattern: {
      readonly pathname: string;
      readonly search?: string;
      readonly baseURL: string;
    };
    readonly requestMode?: RequestMode;
    readonly requestMethod: string;
  };
  readonly source: { readonly cacheName: string } | 'race-network-and-fetch-handler';
}

export interface InstallEvent extends ExtendableEvent {
  /** Chromium only. */
  addRoutes?(rules: readonly RouterRule[]): Promise<void>;
}

const prefix = 'pinwheel-shells-';

/** One cache per version, so that installing a version doesn't change the active one. */
const cacheName = prefix + installedVersion;

/** Paths of screens without parameters, except the checkout, whose document must come from the shop for its security policy. */
const screens = Object.values(paths)
  .map(({ path }): string => path)
  .filter((path) => !path.includes(':') && path !== paths.checkout.path);

/** Stores the documents of these screens, if the browser can serve them without the worker. */
export async function storeShells({ addRoutes }: InstallEvent): Promise<void> {
  if (!addRoutes) return;
  const cache = await caches.open(cacheName);
  for (const path of screens) {
    const shell = await installedShell();
    if (!shell) throw new Error('The shell is not stored');
    await cache.put(path, await fillShell(shell, new URL(path, self.location.origin)));
  }
}

/** Deletes the documents of earlier versions. */
export async function deleteOldShells(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  }
}

/**
 * Makes the browser answer some requests without the worker, because in Chromium a navigation hangs if its
 * worker dies before answering (decision 027). For the checkout's document it races network and worker.
 */
export async function routeAround(event: InstallEvent): Promise<void> {
  const baseURL = self.location.origin;
  const condition = { requestMethod: 'GET' };
  await event.addRoutes?.([
    ...screens.map((pathname) => ({
      condition: {
        ...condition,
        requestMode: 'navigate' as const,
        urlPattern: { pathname, search: '', baseURL },
      },
      source: { cacheName },
    })),
    {
      condition: { ...condition, urlPattern: { pathname: paths.checkout.path, baseURL } },
      source: 'race-network-and-fetch-handler',
    },
    {
      condition: { ...condition, urlPattern: { pathname: '/assets/*', baseURL } },
      source: { cacheName: cacheNames.precache },
    },
    {
      condition: { ...condition, urlPattern: { pathname: lookPath, baseURL } },
      source: { cacheName: shopCaches.look },
    },
  ]);
}
