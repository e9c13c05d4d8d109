import { ShopScreen } from '#features/catalogue/shop-screen.tsx';
import styles from './listing-page.module.css';
import { useCardActions } from './use-card-actions.ts';

export default function ShopPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Shop all designs</h1>
      <ShopScreen actions={useCardActions('card')} />
    </div>
  );
}
