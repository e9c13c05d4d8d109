import { paths } from '#contract/shop/paths.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { LinkButton } from '#ui/button.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import styles from './categories.module.css';

/** The parts that the tiles don't need at first. */
const loadNews = loadAfter(afterPaint, () => import('./category-news.tsx'));

/** Links to start browsing. The favourites tile isn't a link until the studio has chosen some (OP-11). */
export function Categories() {
  // The tiles are complete without it.
  const news = useLoaded(loadNews);
  const favourites = {
    className: joinClasses(styles.tile, styles.favourites),
    children: <span className={styles.label}>DESIGNER FAVS</span>,
  };
  return (
    <section className={`page ${styles.block}`} aria-label="Categories">
      <ul className={styles.tiles}>
        <li>
          <ShopLink className={joinClasses(styles.tile, styles.arrivals)} to={paths.shop.path}>
            <span className={styles.label}>NEW ARRIVALS</span>{' '}
            {news && <news.ArrivalsNews className={styles.news} />}
          </ShopLink>
        </li>
        <li>
          <ShopLink className={joinClasses(styles.tile, styles.best)} to={paths.bestSellers.path}>
            <span className={styles.label}>BESTSELLERS</span>
          </ShopLink>
        </li>
        <li>{news ? <news.FavouritesTile {...favourites} /> : <div {...favourites} />}</li>
      </ul>
      <LinkButton variant="paper" to={paths.shop.path}>
        SHOP ALL
      </LinkButton>
    </section>
  );
}
