import styles from './card-link.module.css';
import { ShopLink, type ShopLinkProps } from './shop-link.tsx';

/** The link of a card: the whole card opens it, but for what is above it. The card shows its focus. */
export function CardLink(props: Omit<ShopLinkProps, 'className'>) {
  return <ShopLink {...props} className={styles.link} />;
}
