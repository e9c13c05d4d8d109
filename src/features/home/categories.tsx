import { paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './categories.module.css';

/** Where to start looking. The favourites' tile leads nowhere until the studio names some (OP-11). */
export function Categories() {
  return (
    <section className={`page ${styles.block}`} aria-label="Categories">
      <ul className={styles.tiles}>
        <li>
          <ShopLink className={joinClasses(styles.tile, styles.arrivals)} to={paths.shop.path}>
            <span className={styles.label}>NEW ARRIVALS</span>
          </ShopLink>
        </li>
        <li>
          <ShopLink className={joinClasses(styles.tile, styles.best)} to={paths.bestSellers.path}>
            <span className={styles.label}>BESTSELLERS</span>
          </ShopLink>
        </li>
        <li>
          <div className={joinClasses(styles.tile, styles.favourites)}>
            <span className={styles.label}>DESIGNER FAVS</span>
          </div>
        </li>
      </ul>
      <LinkButton variant="paper" to={paths.shop.path}>
        SHOP ALL
      </LinkButton>
    </section>
  );
}
