import type { ClothView } from '#contract/shop/cloth-view.ts';
import { clothViewPath } from '#contract/shop/cloth-view-path.ts';
import { clothViewText } from '#contract/shop/cloth-view-text.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './kept-view.module.css';
import { ShopLink } from './shop-link.tsx';

interface KeptViewProps {
  readonly productId: string;
  readonly title: string;
  readonly view: ClothView;
  readonly onRemove: () => void;
}

/** Opens the cloth bench as its buyer kept it, or removes that view. */
export function KeptView({ productId, title, view, onRemove }: KeptViewProps) {
  return (
    <span className={styles.kept}>
      <ShopLink className={styles.link} to={clothViewPath(productId, view)}>
        {clothViewText(view)}
        <span className="visually-hidden">: see {title} on cloth</span>
      </ShopLink>
      <Button
        variant="icon"
        aria-label={`Remove this view of ${title}`}
        onClick={({ currentTarget }) => {
          // The button is about to disappear.
          currentTarget.closest('li')?.querySelector<HTMLElement>('h2 a')?.focus();
          onRemove();
        }}
      >
        <Icon name="close" size={16} />
      </Button>
    </span>
  );
}
