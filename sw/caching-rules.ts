import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { RouteHandler, RouteMatchCallback } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { matchCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { lookPath } from '#contract/shop/look.ts';
import { deviceDataPath } from '#contract/shop/page-data.ts';
import {
  imageFormats,
  imageVariant,
  imageWidths,
  manifestPath,
  paths,
} from '#contract/shop/paths.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { unlessLate } from '#offline/sending/unless-late.ts';
import { shownFromElsewhere } from './ask-for-picture.ts';
import { answerCatalogue, catalogue } from './catalogue.ts';
import { deviceData, fillShell } from './fill-shell.ts';
import { isImage } from './is-image.ts';
import { installedShell } from './precache.ts';
import { storedLook } from './stored-look.ts';

/** One kind of request and how to answer it. The first rule that matches wins; other requests go to the network. */
export interface CachingRule {
  readonly matches: RouteMatchCallback;
  readonly handler: RouteHandler;
}

const day = 86_400;
/** How long to wait for the checkout's document; then the shell says why nothing can be paid. */
const checkoutMs = 3_000;
/** How long to wait for a picture that is stored in another size. */
const pictureMs = 1_200;

/** Paths that only the server answers: those below these prefixes, and files. */
const notTheShop = /^\/(api|studio|files|images|practice)(\/|$)|\.\w+$/;

/** Caches of pictures that were stored on purpose; a picture in one is answered at once. */
const storedPictures = [
  cacheNames.look,
  cacheNames.pack,
  cacheNames.gallery,
  cacheNames.seasonPacks,
];

const seenLimits = new ExpirationPlugin({
  maxEntries: 600,
  maxAgeSeconds: 60 * day,
  purgeOnQuotaError: true,
});

const seenPictures = new CacheFirst({
  cacheName: cacheNames.images,
  plugins: [
    {
      fetchDidSucceed: async ({ request, response }) =>
        response.type === 'opaqueredirect' ? shownFromElsewhere(request.url) : response,
    },
    new CacheableResponsePlugin({ statuses: [200] }),
    { cacheWillUpdate: async ({ response }) => (isImage(response) ? response : null) },
    seenLimits,
  ],
});

/** Not part of the build, because it contains the shop's name. */
const manifest = new StaleWhileRevalidate({
  cacheName: cacheNames.manifest,
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    { cacheWillUpdate: async ({ response }) => (isManifest(response) ? response : null) },
  ],
});

/** Stores the manifest. Browsers request it with each page and report an error if they get none. */
export async function storeManifest(event: ExtendableEvent): Promise<void> {
  const [, saved] = manifest.handleAll({ event, request: manifestPath });
  await saved;
}

/** Deletes all cached pictures and their timestamps. Resolves with how many there were; sizes of one picture count once. */
export async function forgetSeenPictures(): Promise<number> {
  const seen = await (await caches.open(cacheNames.images)).keys();
  await seenLimits.deleteCacheAndMetadata();
  return new Set(seen.map(({ url }) => imageVariant(url, 320, 'webp'))).size;
}

export const cachingRules: readonly CachingRule[] = [
  {
    matches: ({ url, request }) => request.mode === 'navigate' && !notTheShop.test(url.pathname),
    async handler({ url, request }) {
      // The checkout's security policy comes with its document.
      if (url.pathname.replace(/\/$/, '') === paths.checkout.path) {
        const response = await unlessLate(
          systemClock,
          checkoutMs,
          // Not `request` itself: the browser races its own against the worker, and would wait for the worker's.
          fetch(url, { redirect: 'manual' }).catch(() => null),
        );
        if (response && isOurs(response)) return response;
      }
      const shell = await installedShell();
      return shell ? fillShell(shell, url) : fetch(request);
    },
  },
  {
    matches: ({ url, sameOrigin }) => sameOrigin && url.pathname === deviceDataPath,
    handler: ({ url }) =>
      deviceData(new URL(url.searchParams.get('of') ?? '', url.origin), catalogue.carry),
  },
  {
    matches: ({ url, sameOrigin }) => sameOrigin && matchCatalogueCall(url) !== null,
    handler: ({ url, event }) => answerCatalogue(url, event),
  },
  {
    matches: ({ url, sameOrigin }) => sameOrigin && url.pathname === manifestPath,
    handler: manifest,
  },
  {
    matches: ({ url, sameOrigin }) => sameOrigin && url.pathname === lookPath,
    handler: ({ request }) => storedLook(request),
  },
  {
    // The URL of a picture depends on its content, so a stored one is never outdated.
    matches: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/'),
    async handler(asked) {
      const { pathname } = asked.url;
      for (const cacheName of storedPictures) {
        const stored = await caches.match(pathname, { cacheName });
        if (stored) return stored;
      }
      // A redirect to another site is followed separately: only what the worker can read can be stored.
      const request = new Request(asked.request, {
        mode: 'cors',
        credentials: 'same-origin',
        redirect: 'manual',
      });
      // An answer that comes later is still stored for the next time.
      const answer = seenPictures.handle({ ...asked, request }).catch(() => Response.error());
      const inTime = await unlessLate(systemClock, pictureMs, answer);
      // A captive portal's page counts as no answer.
      if (inTime && isImage(inTime)) return inTime;
      return (await otherVariant(pathname)) ?? answer;
    },
  },
];

/** Captive portals answer with their own page. */
function isManifest(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/manifest+json') ?? false;
}

/** The same picture in another size or format, the largest that is stored. */
async function otherVariant(pathname: string): Promise<Response | undefined> {
  for (const width of imageWidths.toReversed()) {
    for (const format of imageFormats) {
      const stored = await caches.match(imageVariant(pathname, width, format));
      if (stored) return stored;
    }
  }
  return undefined;
}

/** A captive portal's page has no security policy of ours, and a page it redirects to isn't the checkout. */
function isOurs(response: Response): boolean {
  return (
    response.type === 'opaqueredirect' ||
    (response.ok && !response.redirected && response.headers.has('Content-Security-Policy'))
  );
}
