import { ShopScreen } from '#features/catalogue/shop-screen.tsx';
import { cardActions } from './card-actions.tsx';
import { keepListing } from './keep-listing.tsx';
import { LateSaveSearch } from './late-save-search.tsx';
import styles from './listing-page.module.css';

export default function ShopPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Shop all designs</h1>
      <ShopScreen actions={cardActions} keep={keepListing} />
      <LateSaveSearch />
    </div>
  );
}
