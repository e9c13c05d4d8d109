import { cacheNames } from 'workbox-core';
import { paths } from '#contract/shop/paths.ts';
import { fillShell } from './fill-shell.ts';
import { keptShell, precache } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Of the Service Worker specification; the compiler's library doesn't have it. */
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
  /** Chromium's alone. */
  addRoutes?(rules: readonly RouterRule[]): Promise<void>;
}

const prefix = 'pinwheel-shells-';

/** Each version has its own: one that is being installed changes nothing of the one that serves. */
const cacheName = prefix + precache.getCacheKeyForURL('/index.html')?.replace(/^.*=/, '');

/** Screens with one address each. The checkout's document is the shop's, for its security policy. */
const screens = Object.values(paths)
  .map(({ path }): string => path)
  .filter((path) => !path.includes(':') && path !== paths.checkout.path);

/** Stores the document of each such screen, where the browser takes it without the worker. */
export async function storeShells({ addRoutes }: InstallEvent): Promise<void> {
  if (!addRoutes) return;
  const cache = await caches.open(cacheName);
  for (const path of screens) {
    const shell = await keptShell();
    if (!shell) throw new Error('The shell is not stored');
    await cache.put(path, await fillShell(shell, new URL(path, self.location.origin)));
  }
}

/** Lets go of what versions before this one stored. */
export async function deleteOldShells(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  }
}

/**
 * Has the browser answer without the worker what needs none, since Chromium leaves a navigation hanging
 * whose worker dies before it answers (decision 027). The checkout's document is asked of both.
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
  ]);
}
