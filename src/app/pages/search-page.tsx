import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { tokenInUrl } from '#contract/shop/own-paths.ts';
import { SearchScreen } from '#features/catalogue/search-screen.tsx';
import { cardActions } from './card-actions.tsx';
import { keepListing } from './keep-listing.tsx';
import { LateSaveSearch } from './late-save-search.tsx';
import styles from './listing-page.module.css';

const UnsubscribeForm = lazy(() => import('#features/account/unsubscribe-form.tsx'));

export default function SearchPage() {
  const { search, hash } = useLocation();
  const token = tokenInUrl('unsubscribe', search, hash);
  if (token !== null) {
    return (
      <Suspense fallback={null}>
        <UnsubscribeForm token={token} />
      </Suspense>
    );
  }
  return (
    <div className={`page ${styles.page}`}>
      <h1>Search</h1>
      <SearchScreen actions={cardActions} keep={keepListing} />
      <LateSaveSearch />
    </div>
  );
}
