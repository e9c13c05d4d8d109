import type { ClothView } from '#contract/shop/cloth-view.ts';
import { clothViewPath } from '#contract/shop/cloth-view-path.ts';
import { clothViewText } from '#contract/shop/cloth-view-text.ts';
import styles from './kept-view-link.module.css';
import { ShopLink } from './shop-link.tsx';

interface KeptViewLinkProps {
  readonly productId: string;
  readonly title: string;
  readonly view: ClothView;
}

/** Opens the cloth bench as its buyer kept it. */
export function KeptViewLink({ productId, title, view }: KeptViewLinkProps) {
  return (
    <ShopLink className={styles.link} to={clothViewPath(productId, view)}>
      {clothViewText(view)}
      <span className="visually-hidden">: see {title} on cloth</span>
    </ShopLink>
  );
}
