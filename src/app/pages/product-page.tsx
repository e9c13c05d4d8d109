import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import type { Product } from '#contract/shop/product.ts';
import { addToCart } from '#features/cart/add-to-cart.ts';
import { useInCart } from '#features/cart/use-in-cart.ts';
import type { ProductActions } from '#features/product/product-details.tsx';
import { ProductScreen, productProblems } from '#features/product/product-screen.tsx';
import { type ProductState, useProduct } from '#features/product/use-product.ts';
import { DetailsHeart } from '#features/wishlist/details-heart.tsx';
import { useDocumentTitle } from '../document-title.tsx';
import { AskAboutDesign } from './ask-studio.tsx';
import { designNotes } from './design-notes.tsx';
import { afterScreen, LateRows } from './late-rows.tsx';

const actions: ProductActions = {
  onAddToCart: (product) => void addToCart(product, 'details'),
  heart: (product) => <DetailsHeart key={product._id} product={product} />,
  notes: designNotes,
  ask: ({ _id }) => <AskAboutDesign key={_id} id={_id} />,
};

const loadMore = afterScreen<{ readonly product: Product }>(
  async () => (await import('#features/catalogue/more-designs.tsx')).MoreDesigns,
);

const DesignReviews = lazy(() =>
  import('#features/reviews/design-reviews.tsx').then((module) => ({
    default: module.DesignReviews,
  })),
);

function titleOf(state: ProductState): string | null {
  if (state.status === 'ready') return state.product.title;
  return state.status === 'loading' ? null : productProblems[state.status];
}

export default function ProductPage() {
  const { id = '' } = useParams();
  const state = useProduct(id);
  const isInCart = useInCart(id);
  useDocumentTitle('product', titleOf(state));
  return (
    <div className="page">
      <ProductScreen state={state} actions={actions} isInCart={isInCart} />
      {state.status === 'ready' && state.product.rating && (
        <Suspense fallback={null}>
          <DesignReviews key={id} productId={id} rating={state.product.rating} />
        </Suspense>
      )}
      {state.status === 'ready' && (
        <LateRows key={id} load={loadMore} rows={{ product: state.product }} place="below" />
      )}
    </div>
  );
}
