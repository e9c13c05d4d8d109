import { useLocation } from 'react-router';
import { useSession } from '#api/use-session.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { headerMark } from '#contract/shop/look.ts';
import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { useCartCount } from '#features/cart/use-cart-count.ts';
import { useWishCount } from '#features/wishlist/use-wish-count.ts';
import { Brand } from '#ui/brand.tsx';
import { LinkButton } from '#ui/button.tsx';
import { headerSearchId } from '#ui/header-search.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './header.module.css';
import { loadSuggestions } from './load-suggestions.ts';
import { navigation } from './navigation.ts';
import { SideMenu } from './side-menu.tsx';

interface CountLinkProps {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  readonly count: number;
  readonly className?: string | undefined;
}

/** A link to the cart or the wishlist, with the number of designs in it. */
function CountLink({ label, to, icon, count, className }: CountLinkProps) {
  return (
    <ShopLink
      className={joinClasses(styles.count, className)}
      to={to}
      aria-label={`${label}, ${counted(count, 'item')}`}
    >
      <Icon name={icon} size={28} />
      <span className={styles.badge} aria-hidden="true">
        {count}
      </span>
    </ShopLink>
  );
}

/** Whether the screen puts its own search box into the header, so that there is only one. */
function hasOwnSearch(pathname: string): boolean {
  return pathname === paths.search.path || pathname === paths.bestSellers.path;
}

export function Header() {
  const { pathname } = useLocation();
  const { name = '', texts } = useShopSettings() ?? {};
  const user = useSession((state) => state.user);
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <SideMenu />
        <ShopLink className={styles.logo} to={paths.home.path} aria-label={`${name} home`}>
          <Brand name={name} look={texts} size={headerMark} />
        </ShopLink>
        <nav className={styles.nav} aria-label="Main">
          {navigation.map(({ label, to }) => (
            <ShopLink key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
              {label}
            </ShopLink>
          ))}
        </nav>
        <div id={headerSearchId} className={styles.search}>
          {!hasOwnSearch(pathname) && (
            <SearchBox
              label="Search designs"
              placeholder="Foxes, mushrooms, moons…"
              loadSuggestions={loadSuggestions}
            />
          )}
        </div>
        <CountLink
          label="Wishlist"
          to={paths.myWishlist.path}
          icon="heart"
          count={useWishCount()}
          className={styles.wishlist}
        />
        <CountLink label="Cart" to={paths.cart.path} icon="bag" count={useCartCount()} />
        {user ? (
          <AccountMenu user={user} />
        ) : (
          <LinkButton className={styles.signIn} to={paths.signIn.path}>
            <span>Sign in</span>
            <Icon name="person" size={28} />
          </LinkButton>
        )}
      </div>
    </header>
  );
}
