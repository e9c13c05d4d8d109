import { useShopSettings } from '#api/use-shop-settings.ts';
import styles from './promo-strip.module.css';

/** Invites to the studio's social network, on every page. */
export function PromoStrip() {
  const socialLink = useShopSettings()?.socialLink;
  return (
    <aside className={styles.strip} aria-label="Invitation">
      {socialLink && (
        <p>
          New patterns land there first.{' '}
          <a className={styles.link} href={socialLink} target="_blank" rel="noopener noreferrer">
            Come and join us
            <span className="visually-hidden"> on our social network (opens in a new tab)</span>
          </a>
        </p>
      )}
    </aside>
  );
}
