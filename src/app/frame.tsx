import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { onSessionExpired } from '#api/shop-client.ts';
import { Announcer } from '#ui/announcer.tsx';
import { toast } from '#ui/toast.ts';
import { ToastRegion } from '#ui/toast-region.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { PromoStrip } from './promo-strip.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { useSessionRenewal } from './use-session-renewal.ts';

/** What stands around every page. */
export function Frame() {
  useScrollMemory();
  useSessionRenewal();
  useEffect(
    () => onSessionExpired(() => toast.blank('Please sign in again: your session has ended.')),
    [],
  );
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <PromoStrip />
      <Header />
      <Notices />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ToastRegion />
      <Announcer />
    </>
  );
}
