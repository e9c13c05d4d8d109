import { useEffect, useLayoutEffect } from 'react';
import { Outlet } from 'react-router';
import { shopCache } from '#api/shop-cache.ts';
import { onSessionExpired } from '#api/shop-client.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { Footer } from '#features/storefront/footer.tsx';
import { PromoStrip } from '#features/storefront/promo-strip.tsx';
import { afterFrame } from '#ui/after-frame.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { Announcer } from '#ui/announcer.tsx';
import { toast } from '#ui/toast.ts';
import { ToastRegion } from '#ui/toast-region.tsx';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { showLook } from './show-look.ts';
import { useSessionRenewal } from './use-session-renewal.ts';

const loadLateFrame = loadAfter(afterPaint, () => import('./late-frame.tsx'));

/** Loads once the page has rendered. If its code can't be loaded, the page works without it. */
function Late() {
  const late = useLoaded(loadLateFrame);
  return late && <late.default />;
}

/** Draws the page in the shop's colours once they are known; until then, in those of its first paint. */
function useLook(settings: ShopSettings | null): void {
  useLayoutEffect(() => {
    if (settings) showLook(settings.texts?.look ?? {});
  }, [settings]);
}

/** The parts around every page. */
export function Frame() {
  const settings = useShopSettings();
  useLook(settings);
  useScrollMemory();
  useSessionRenewal();
  // After the first screen has rendered, even if the buyer has left it meanwhile.
  useEffect(() => afterFrame(shopCache.renewPrimed), []);
  useEffect(
    () => onSessionExpired(() => toast.blank('Your session has expired. Please sign in again.')),
    [],
  );
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <PromoStrip texts={settings?.texts?.announcement} socialLink={settings?.socialLink ?? ''} />
      <Header />
      <Banners />
      <Late />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer settings={settings} texts={settings?.texts?.footer} look={settings?.texts} />
      <ToastRegion />
      <Announcer />
    </>
  );
}
