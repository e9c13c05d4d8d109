import { Outlet } from 'react-router';
import { useShopSettings } from '#api/use-shop-settings.ts';
import styles from './shop-layout.module.css';

/** Shared by listing, search, details, cart, checkout and confirmation, which are open to everyone (OP-05). */
export function ShopLayout() {
  const demo = useShopSettings()?.demo;
  const isDrawing = demo && demo.drawn < demo.total;
  return (
    <>
      {isDrawing && (
        <p className={styles.note}>
          <progress className={styles.bar} value={demo.drawn} max={demo.total} aria-hidden="true" />
          The studio is still drawing: {demo.drawn} of {demo.total} designs are ready.
        </p>
      )}
      <Outlet />
    </>
  );
}
