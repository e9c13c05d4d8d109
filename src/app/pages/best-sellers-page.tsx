import { BestSellersScreen } from '#features/catalogue/best-sellers-screen.tsx';
import { cardActions } from './card-actions.tsx';
import { keepListing } from './keep-listing.tsx';
import styles from './listing-page.module.css';

export default function BestSellersPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Best sellers</h1>
      <BestSellersScreen actions={cardActions} keep={keepListing} />
    </div>
  );
}
