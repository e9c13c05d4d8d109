import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#contract/shop/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { Drawer, OverlayButton } from '#ui/overlay.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { navigation } from './navigation.ts';
import styles from './side-menu.module.css';

const more = [
  { label: 'Wishlist', to: paths.myWishlist.path },
  { label: 'Best sellers', to: paths.bestSellers.path },
  { label: 'Licences', to: paths.licence.path },
] as const;

/** The navigation on small screens: slides in, and closes after a link was followed. */
export function SideMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const { key } = useLocation();
  // The browser's address: the router's follows only when the screen is drawn.
  const openedAt = useRef('');
  useEffect(() => {
    if (key && location.href !== openedAt.current) setIsOpen(false);
  }, [key]);
  return (
    <div className={styles.menu}>
      <OverlayButton
        variant="icon"
        aria-label="Menu"
        aria-expanded={isOpen}
        onClick={() => {
          openedAt.current = location.href;
          setIsOpen(true);
        }}
      >
        <Icon name="menu" size={28} />
      </OverlayButton>
      <Drawer title="Menu" side="left" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <nav aria-label="Menu">
          <ul className="stack-1">
            {[...navigation, ...more].map(({ label, to }) => (
              <li key={to}>
                <ShopLink className={styles.link} to={to} onClick={() => setIsOpen(false)}>
                  {label}
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
      </Drawer>
    </div>
  );
}
