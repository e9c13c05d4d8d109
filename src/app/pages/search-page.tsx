import { SearchScreen } from '#features/catalogue/search-screen.tsx';
import { cardActions } from './card-actions.tsx';
import styles from './listing-page.module.css';

export default function SearchPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Search</h1>
      <SearchScreen actions={cardActions} />
    </div>
  );
}
