import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/shop/paths.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './promo-strip.module.css';

/** Links to the studio's social network on every page; to its designs if it is on none. */
export function PromoStrip() {
  const socialLink = useShopSettings()?.socialLink;
  return (
    <aside className={styles.strip} aria-label="Invitation">
      {socialLink && (
        <p>
          <span className={styles.words}>New patterns land there first. </span>
          <a className={styles.link} href={socialLink} target="_blank" rel="noopener noreferrer">
            Come and join us
            <span className="visually-hidden"> on our social network (opens in a new tab)</span>
          </a>
        </p>
      )}
      {socialLink === '' && (
        <p>
          <span className={styles.words}>New patterns land here first. </span>
          <ShopLink className={styles.link} to={paths.shop.path}>
            Come and look
          </ShopLink>
        </p>
      )}
    </aside>
  );
}
