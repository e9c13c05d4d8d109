import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { messages } from '#contract/messages/messages.ts';
import { afterFrame } from '#ui/after-frame.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Pager } from '#ui/pager.tsx';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import { countText } from './count-text.ts';
import styles from './listing-results.module.css';
import { isEmptyListing, type ListingView } from './listing-view.ts';
import type { CardActions } from './product-card.tsx';
import { ProductGrid, SkeletonGrid } from './product-grid.tsx';

interface ListingResultsProps {
  readonly view: ListingView;
  readonly page: number;
  readonly pathOf: (page: number) => string;
  /** Number of skeleton cards while loading. */
  readonly skeletons: number;
  readonly actions: CardActions;
  /** Shown next to the count. */
  readonly tools?: ReactNode;
  /** Shown above the cards: what is filtered. */
  readonly chips?: ReactNode;
  readonly emptyText: string;
  /** The action offered by an empty listing. */
  readonly emptyAction?: ReactNode;
  /** Shown below the drawing of an empty listing. */
  readonly emptyMore?: ReactNode;
  /** Shown in place of the plain grid of cards. */
  readonly cards?: ReactNode;
  /** Shown below the cards. */
  readonly below?: ReactNode;
}

const loadSwitch = loadAfter(afterFrame, () => import('./columns-switch.tsx'));

/**
 * Moves the focus to the results after a page change, and after a button that disappears with its empty
 * scene. Filtering and Back leave the focus alone.
 */
function useResultsFocus(page: number, hasScene: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const kind = useNavigationType();
  const shown = useRef({ page, hasScene });
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, hasScene };
    const isTurned = kind === 'PUSH' && before.page !== page;
    const isSceneGone = before.hasScene && !hasScene;
    if (!isTurned && !isSceneGone) return;
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('[data-results] nav')) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [page, hasScene, kind]);
  return heading;
}

/** Cards, skeletons, or an empty or failed listing, with the pager. */
export function ListingResults(props: ListingResultsProps) {
  const { view, page, pathOf, skeletons, actions, tools, chips } = props;
  const { emptyText, emptyAction, emptyMore, cards, below } = props;
  const isEmpty = isEmptyListing(view);
  const hasScene = isEmpty || view.status === 'failed';
  const heading = useResultsFocus(page, hasScene);
  const columns = useLoaded(loadSwitch);
  return (
    <section className={styles.results} data-results aria-labelledby="results">
      <h2 id="results" ref={heading} tabIndex={-1} className="visually-hidden">
        Results
      </h2>
      <div className={styles.head}>
        {tools}
        <div className={styles.line}>
          <p className={styles.status} role="status">
            {view.status === 'ready' && countText(view, page)}
          </p>
          {columns && !hasScene && <columns.ColumnsSwitch />}
        </div>
      </div>
      {chips}
      {view.status === 'loading' && <SkeletonGrid count={skeletons} />}
      {view.status === 'failed' && (
        <EmptyScene
          scene="error"
          level={3}
          title="Couldn’t load designs"
          text="The shop can’t be reached. Your filters are kept."
        >
          <Button onClick={view.retry}>Try again</Button>
        </EmptyScene>
      )}
      {isEmpty && (
        <>
          <EmptyScene scene="search" level={3} title={messages.listing.empty} text={emptyText}>
            {emptyAction}
          </EmptyScene>
          {emptyMore}
        </>
      )}
      {view.products.length > 0 &&
        (cards ?? <ProductGrid products={view.products} actions={actions} />)}
      <Pager page={page} totalPages={view.totalPages} pathOf={pathOf} />
      {view.products.length > 0 && below}
    </section>
  );
}
