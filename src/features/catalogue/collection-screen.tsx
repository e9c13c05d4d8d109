import type { ReactNode } from 'react';
import type { Collection } from '#contract/shop/collection.ts';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Icon } from '#ui/icon.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { CollectionDesigns } from './collection-designs.tsx';
import styles from './collection-screen.module.css';
import type { ListingScreenProps } from './listing-pack.ts';
import { SkeletonGrid } from './product-grid.tsx';
import type { CollectionState } from './use-collection.ts';

/** The messages shown when a collection can't be. */
export const collectionProblems = {
  missing: 'This collection is no longer available',
  failed: 'Couldn’t load this collection',
} as const;

interface CollectionScreenProps extends ListingScreenProps {
  readonly state: CollectionState;
  /** What its designs cost, and the button that adds them to the cart. `products` is null while they load. */
  readonly offer: (collection: Collection, products: readonly Product[] | null) => ReactNode;
}

/** One collection with its designs in order, or why it can't be shown. */
export function CollectionScreen(props: CollectionScreenProps) {
  return (
    <div className="stack-4">
      <nav aria-label="Breadcrumb">
        <ShopLink className="back" to={paths.collections.path}>
          <Icon name="left" size={18} />
          All collections
        </ShopLink>
      </nav>
      <Content {...props} />
    </div>
  );
}

function Content({ state, actions, keep, offer }: CollectionScreenProps) {
  if (state.status === 'loading') return <SkeletonGrid count={8} />;
  if (state.status === 'missing') {
    return (
      <EmptyScene
        scene="empty"
        level={1}
        title={collectionProblems.missing}
        text="Its designs may still be in the shop."
      >
        <LinkButton to={paths.collections.path}>See all collections</LinkButton>
      </EmptyScene>
    );
  }
  if (state.status === 'failed') {
    return (
      <RetryScene
        level={1}
        title={collectionProblems.failed}
        text="The shop can’t be reached right now."
        onRetry={state.retry}
      />
    );
  }
  const { collection, products } = state;
  const { name, slug, description } = collection;
  return (
    <>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{name}</h1>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        <section className={styles.buy} aria-label="Buy together">
          {offer(collection, products)}
        </section>
      </header>
      <CollectionDesigns
        state={state}
        actions={actions}
        below={keep({ kind: 'collection', name, slug })}
      />
    </>
  );
}
