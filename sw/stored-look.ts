import { lookCss, lookPath } from '#contract/shop/look.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import type { CatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { keyOf } from '#offline/catalogue/shared-answers.ts';
import { isImage } from './is-image.ts';

const settingsKey = keyOf({ name: 'shopSettings', params: {}, query: {} });

/** A store that also stores the shop's look whenever the shop's settings are stored: its stylesheet and its logo. */
export function withStoredLook(store: CatalogueStore): CatalogueStore {
  let shown: string | null = null;
  return {
    ...store,
    async saveAnswer(saved) {
      await store.saveAnswer(saved);
      if (saved.key !== settingsKey) return;
      const { look = {}, logo, mark } = (saved.answer as ShopSettings).texts ?? {};
      const css = lookCss(look, { logo, mark });
      if (css === shown) return;
      // A logo that couldn't be loaded is tried again with the next settings.
      shown = (await storeLook(css)) ? css : null;
    },
  };
}

/** Returns false if the logo is missing. */
async function storeLook(css: string): Promise<boolean> {
  const cache = await caches.open(cacheNames.look);
  await cache.put(lookPath, new Response(css, { headers: { 'Content-Type': 'text/css' } }));
  return storeLogo(cache, /url\(([^)]+)\)/.exec(css)?.[1] ?? null);
}

/** Stores the logo, and no other any more; returns false if it couldn't be loaded. */
async function storeLogo(cache: Cache, logo: string | null): Promise<boolean> {
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== lookPath && pathname !== logo) await cache.delete(url);
  }
  if (logo === null || (await cache.match(logo))) return true;
  const response = await fetch(logo).catch(() => null);
  if (!response?.ok || !isImage(response)) return false;
  await cache.put(logo, response);
  return true;
}

/** Stores the stylesheet and the logo as the shop has it now. */
export async function refreshLook(): Promise<void> {
  const response = await fetch(lookPath);
  if (response.headers.get('Content-Type')?.startsWith('text/css')) {
    await storeLook(await response.text());
  }
}

/** The stored stylesheet. */
export async function storedLook(request: Request): Promise<Response> {
  return (await caches.match(lookPath, { cacheName: cacheNames.look })) ?? fetch(request);
}
