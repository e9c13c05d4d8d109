import { useParams } from 'react-router';
import { paths } from '#contract/shop/paths.ts';
import { addToCart } from '#features/cart/add-to-cart.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { useInCart } from '#features/cart/use-in-cart.ts';
import { BenchScreen } from '#features/cloth-bench/bench-screen.tsx';
import type { Neighbour } from '#features/cloth-bench/beside-control.tsx';
import { ProductScreen, productProblems } from '#features/product/product-screen.tsx';
import { useProduct } from '#features/product/use-product.ts';
import { DetailsHeart } from '#features/wishlist/details-heart.tsx';
import { useWished } from '#features/wishlist/use-wished.ts';
import { useWishes } from '#features/wishlist/use-wishes.ts';
import type { ListLine } from '#offline/outbox/rows.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { useDocumentTitle } from '../document-title.tsx';
import { keepView } from '../keep-view.ts';

/** What may lie beside a design: those of the cart, then of the wishlist, each once. */
function neighbours(...lists: (readonly ListLine[])[]): readonly Neighbour[] {
  const found = new Map<string, Neighbour>();
  for (const { productId, snapshot } of lists.flat()) {
    found.set(productId, { _id: productId, title: snapshot.title, image: snapshot.image });
  }
  return [...found.values()];
}

export default function ClothBenchPage() {
  const { id = '' } = useParams();
  const state = useProduct(id);
  const isInCart = useInCart(id);
  const isWished = useWished(id);
  const offered = neighbours(useCart().lines, useWishes());
  const isReady = state.status === 'ready';
  const problem =
    state.status === 'missing' || state.status === 'failed' ? productProblems[state.status] : null;
  useDocumentTitle('clothBench', isReady ? state.product.title : null);
  useDocumentTitle('product', problem);
  if (state.status !== 'ready') {
    return (
      <div className="page">
        <ProductScreen state={state} actions={{ onAddToCart: () => {} }} isInCart={false} />
      </div>
    );
  }
  const { product } = state;
  return (
    <div className="page">
      <BenchScreen
        key={id}
        product={product}
        offered={offered}
        keepLabel={isInCart || isWished ? 'Keep this view' : 'Save to wishlist in this view'}
        onKeep={(view) => void keepView(product, view)}
        actions={
          <>
            {isInCart ? (
              <LinkButton to={paths.cart.path}>View cart</LinkButton>
            ) : (
              <Button
                disabled={!product.isBuyable}
                onClick={() => void addToCart(product, 'details')}
              >
                {product.isBuyable ? 'Add to Cart' : 'Being drawn'}
              </Button>
            )}
            <DetailsHeart key={id} product={product} />
          </>
        }
      />
    </div>
  );
}
