import { SearchScreen } from '#features/catalogue/search-screen.tsx';
import styles from './listing-page.module.css';
import { useCardActions } from './use-card-actions.ts';

export default function SearchPage() {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Search</h1>
      <SearchScreen actions={useCardActions('card')} />
    </div>
  );
}
