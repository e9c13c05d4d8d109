import { BestSellersScreen } from '#features/catalogue/best-sellers-screen.tsx';
import styles from './listing-page.module.css';
import { useCardActions } from './use-card-actions.ts';

export default function BestSellersPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Best sellers</h1>
      <BestSellersScreen actions={useCardActions('card')} />
    </div>
  );
}
