import { Navigate, useLocation, useParams } from 'react-router';
import { collectionPath } from '#contract/shop/paths.ts';
import { CollectionOffer } from '#features/cart/collection-offer.tsx';
import { CollectionScreen, collectionProblems } from '#features/catalogue/collection-screen.tsx';
import { type CollectionState, useCollection } from '#features/catalogue/use-collection.ts';
import { useDocumentTitle } from '../document-title.tsx';
import { cardActions } from './card-actions.tsx';
import { keepListing } from './keep-listing.tsx';

function titleOf(state: CollectionState): string | null {
  if (state.status === 'ready') return state.collection.name;
  return state.status === 'loading' ? null : collectionProblems[state.status];
}

export default function CollectionPage() {
  const { slug = '' } = useParams();
  const state = useCollection(slug);
  const { search, state: carried } = useLocation();
  useDocumentTitle('collection', titleOf(state));
  if (state.status === 'ready' && state.collection.slug !== slug) {
    return <Navigate to={collectionPath(state.collection.slug) + search} state={carried} replace />;
  }
  return (
    <div className="page">
      <CollectionScreen
        state={state}
        actions={cardActions}
        keep={keepListing}
        offer={(collection, products) => (
          <CollectionOffer collection={collection} products={products} />
        )}
      />
    </div>
  );
}
