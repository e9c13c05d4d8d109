import { useSyncExternalStore } from 'react';
import { isShopReached, reach } from '#api/reach.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Icon } from '#ui/icon.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { type ProductActions, ProductDetails } from './product-details.tsx';
import styles from './product-screen.module.css';
import { ProductSkeleton } from './product-skeleton.tsx';
import type { ProductState } from './use-product.ts';

/** The messages shown when a design can't be. */
export const productProblems = {
  missing: 'This design is no longer available',
  failed: 'Couldn’t load this design',
} as const;

interface ProductScreenProps {
  readonly state: ProductState;
  readonly actions: ProductActions;
  readonly isInCart: boolean;
}

function Content({ state, actions, isInCart }: ProductScreenProps) {
  if (state.status === 'ready') {
    return <ProductDetails product={state.product} actions={actions} isInCart={isInCart} />;
  }
  if (state.status === 'loading') return <ProductSkeleton />;
  if (state.status === 'missing') return <Missing retry={state.retry} />;
  return (
    <EmptyScene
      scene="error"
      level={1}
      title={productProblems.failed}
      text="The shop can’t be reached."
    >
      <Button onClick={state.retry}>Try again</Button>
    </EmptyScene>
  );
}

/** Offline, the replica of the catalogue decides that a design doesn't exist, and a newer design isn't in it yet. */
function Missing({ retry }: { readonly retry: () => void }) {
  const isReached = useSyncExternalStore(reach.subscribe, isShopReached);
  return (
    <>
      <EmptyScene
        scene="empty"
        level={1}
        title={productProblems.missing}
        text="It may have been retired, or the address may be mistyped."
      >
        <LinkButton to={paths.shop.path}>See all designs</LinkButton>
      </EmptyScene>
      {/* Known a moment later than the rest, so shown below it. */}
      {!isReached && (
        <div className={styles.unreached}>
          <p>
            It wasn’t in the shop when this device was last online. New designs appear when you’re
            back online.
          </p>
          <Button variant="paper" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}

/** One design, or why it can't be shown. */
export function ProductScreen(props: ProductScreenProps) {
  return (
    <div className={styles.screen}>
      <nav aria-label="Breadcrumb">
        <ShopLink className="back" to={paths.shop.path}>
          <Icon name="left" size={18} />
          All designs
        </ShopLink>
      </nav>
      <Content {...props} />
    </div>
  );
}
