import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#contract/shop/paths.ts';
import { useCartCount } from '#features/cart/use-cart-count.ts';
import { useWishCount } from '#features/wishlist/use-wish-count.ts';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './tab-bar.module.css';

/** Drawn like the icons of the icon kit, which is in the code every page starts with. */
function Drawing({ path }: { readonly path: string }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

const house = 'M4.2 11.4 12 4.4l7.8 7M6.4 10v9.6h11.2V10M10.2 19.4v-5.2h3.6v5.2';
const stall =
  'M4.6 9.4 6 4.8h12l1.4 4.6a2.5 2.5 0 0 1-4.9 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-4.9 0ZM5.8 12.4v7.2h12.4v-7.2';

interface Tab {
  readonly label: string;
  readonly to: string;
  readonly icon: ReactNode;
  /** The number of designs there. */
  readonly count?: number;
}

function Count({ count }: { readonly count: number }) {
  return (
    <>
      {' '}
      <span className={styles.count}>{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{count === 1 ? ' design' : ' designs'}</span>
    </>
  );
}

/** The installed app's main navigation, within reach of a thumb. */
export default function TabBar() {
  const { pathname } = useLocation();
  const tabs: readonly Tab[] = [
    { label: 'Home', to: paths.home.path, icon: <Drawing path={house} /> },
    { label: 'Shop', to: paths.shop.path, icon: <Drawing path={stall} /> },
    { label: 'Search', to: paths.search.path, icon: <Icon name="search" /> },
    {
      label: 'Wishlist',
      to: paths.myWishlist.path,
      icon: <Icon name="heart" />,
      count: useWishCount(),
    },
    { label: 'Cart', to: paths.cart.path, icon: <Icon name="bag" />, count: useCartCount() },
  ];
  return (
    <nav className={styles.bar} aria-label="Tabs">
      <ul className={styles.tabs}>
        {tabs.map(({ label, to, icon, count = 0 }) => (
          <li key={to}>
            <ShopLink
              className={styles.tab}
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <span className={styles.icon}>{icon}</span>
              {label}
              {count > 0 && <Count count={count} />}
            </ShopLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
