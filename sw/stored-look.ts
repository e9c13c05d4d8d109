import { lookCss, lookPath } from '#contract/shop/look.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { cacheNames } from '#offline/catalogue/cache-names.ts';
import type { CatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { keyOf } from '#offline/catalogue/shared-answers.ts';

const settingsKey = keyOf({ name: 'shopSettings', params: {}, query: {} });

/** A store that also stores the stylesheet with the shop's colours whenever the shop's settings are stored. */
export function withStoredLook(store: CatalogueStore): CatalogueStore {
  let shown: string | null = null;
  return {
    ...store,
    async saveAnswer(saved) {
      await store.saveAnswer(saved);
      if (saved.key !== settingsKey) return;
      const css = lookCss((saved.answer as ShopSettings).texts?.look ?? {});
      if (css === shown) return;
      shown = css;
      await storeLook(css);
    },
  };
}

async function storeLook(css: string): Promise<void> {
  const cache = await caches.open(cacheNames.look);
  await cache.put(lookPath, new Response(css, { headers: { 'Content-Type': 'text/css' } }));
}

/** Stores the stylesheet as the shop has it now. */
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
