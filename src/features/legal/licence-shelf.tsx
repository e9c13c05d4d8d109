import type { ReactNode } from 'react';
import { paths } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { counted } from '#contract/wire/counted.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Pager } from '#ui/pager.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './licence-shelf.module.css';
import { PlaceholderCard, ShelfCard } from './shelf-card.tsx';
import {
  type ShelfChoice,
  ShelfFilters,
  type ShelfOptions,
  type ShelfRange,
} from './shelf-filters.tsx';

export interface LicenceShelfProps {
  readonly view: {
    readonly status: 'idle' | 'loading' | 'ready' | 'failed';
    readonly products: readonly Product[];
    /** How many match in total; null: not known. */
    readonly total: number | null;
    readonly totalPages: number;
    /** Requests the designs again. */
    readonly retry: () => void;
  };
  /** The catalogue's categories and designers; null until loaded. */
  readonly options: ShelfOptions | null;
  /** The catalogue's lowest and highest price. */
  readonly range: ShelfRange;
  readonly choice: ShelfChoice;
  /** A filter is set. */
  readonly isFiltered: boolean;
  readonly page: number;
  readonly pathOf: (page: number) => string;
  readonly sortMenu: ReactNode;
  readonly onChange: (part: Partial<ShelfChoice>) => void;
  readonly onClear: () => void;
  /** The studio's designers, for when no design is shown. */
  readonly designers: readonly string[];
}

/** What the studio draws; shown instead of the categories while there is no design. */
const kinds = ['Seamless patterns', 'PNGs', 'Logo and branding kits'] as const;
const placeholders = [0, 1, 2, 3, 4, 5] as const;

/**
 * Designs to license, from the whole catalogue. If no filter is set and the catalogue is empty or
 * unreachable, placeholders link to the shop, and the slider has the ends given in the specification (N07,
 * OP-41).
 */
export function LicenceShelf(props: LicenceShelfProps) {
  const { view, choice, isFiltered, page, pathOf, sortMenu, onChange, onClear } = props;
  const { status, products, total, totalPages } = view;
  const isLoading = status === 'loading' || status === 'idle';
  const hasNone = status === 'ready' && totalPages === 0;
  const isFailed = status === 'failed';
  const isEmpty = !isFiltered && (isFailed || hasNone);
  const options =
    isEmpty || !props.options
      ? { categories: kinds.map((name) => ({ _id: name, name })), designers: props.designers }
      : props.options;
  return (
    <section aria-labelledby="shelf">
      <h2 id="shelf" className={styles.title}>
        Find a design to license
      </h2>
      <div className={styles.shelf}>
        <ShelfFilters
          options={options}
          range={isEmpty ? limits.licencePageRange : props.range}
          choice={choice}
          isDisabled={isEmpty || !props.options}
          onChange={onChange}
        />
        <div className={styles.results} data-results>
          <fieldset className={styles.tools} disabled={isEmpty}>
            <p role="status">
              {isEmpty
                ? 'The designs are in the shop'
                : status === 'ready' && total !== null && counted(total, 'design')}
            </p>
            {!(hasNone && isFiltered) && sortMenu}
          </fieldset>
          {isFailed && isEmpty && (
            <Button variant="paper" className={styles.again} onClick={view.retry}>
              Try again
            </Button>
          )}
          {isFailed && isFiltered && (
            <EmptyScene
              scene="error"
              level={3}
              title="Couldn’t load designs"
              text="The shop can’t be reached. Your filters are kept."
            >
              <Button onClick={view.retry}>Try again</Button>
              <Button variant="paper" onClick={onClear}>
                Clear filters
              </Button>
            </EmptyScene>
          )}
          {hasNone && isFiltered && (
            <EmptyScene scene="search" level={3} title="No designs match all these filters">
              <Button onClick={onClear}>Show all designs</Button>
            </EmptyScene>
          )}
          {isLoading && <Skeleton className={styles.waiting} />}
          <ul className="card-grid" aria-label="Designs to license">
            {products.map((product) => (
              <ShelfCard key={product._id} product={product} />
            ))}
            {isEmpty &&
              placeholders.map((place) => (
                <PlaceholderCard key={place} title={kinds[place % kinds.length] ?? kinds[0]} />
              ))}
          </ul>
          <Pager page={page} totalPages={totalPages} pathOf={pathOf} />
          <LinkButton variant="paper" className={styles.all} to={paths.shop.path}>
            See all designs
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
