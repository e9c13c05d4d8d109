import { type ReactNode, useState } from 'react';
import { afterFrame } from '#ui/after-frame.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Drawer, OverlayButton } from '#ui/overlay.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import { showText } from './count-text.ts';
import { countFilters, type ListingFilters } from './filter-url.ts';
import styles from './shop-filters.module.css';
import type { ShopListing } from './use-shop-listing.ts';

interface ShopFiltersProps {
  readonly filters: ListingFilters;
  /** Of a search; none in the shop. */
  readonly text?: string;
  readonly listing: ShopListing;
  readonly onChange: (change: Partial<ListingFilters>) => void;
}

// Cards load first; phones only show the panel in the drawer.
const loadPanel = loadAfter(afterFrame, () => import('./filter-panel.tsx'));

function Panel({
  isSidebar = false,
  listing: { options, priceRange, facets },
  ...props
}: ShopFiltersProps & { readonly isSidebar?: boolean }) {
  const [hasFailed, setFailed] = useState(false);
  const panel = useLoaded(loadPanel, !hasFailed, () => setFailed(true));
  const paper = <Skeleton className={styles.paper} />;
  if (panel) {
    return (
      <panel.FilterPanel
        {...props}
        isSidebar={isSidebar}
        options={options}
        priceRange={priceRange}
        counted={facets}
        paper={paper}
      />
    );
  }
  if (!hasFailed) return paper;
  return (
    <Button variant="paper" onClick={() => setFailed(false)}>
      Couldn’t load filters. Try again
    </Button>
  );
}

/** A listing with its panel, which is next to the cards on wide screens. */
export function BesideFilters({
  children,
  ...props
}: ShopFiltersProps & { readonly children: ReactNode }) {
  return (
    <div className={styles.listing}>
      <aside className={styles.sidebar} aria-labelledby="filter-by">
        <h2 id="filter-by" className={styles.title}>
          Filter by
        </h2>
        <Panel {...props} isSidebar />
      </aside>
      {children}
    </div>
  );
}

/** On small screens: the button with the number of filters set, and its drawer. */
export function FilterDrawer(props: ShopFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(props.filters);
  const close = () => setOpen(false);
  return (
    <div className={styles.small}>
      <OverlayButton variant="paper" onClick={() => setOpen(true)}>
        <Icon name="filter" size={20} />
        Filters
        {count > 0 && (
          <span className={styles.count}>
            {count}
            <span className="visually-hidden"> active</span>
          </span>
        )}
      </OverlayButton>
      <Drawer title="Filters" side="left" isOpen={isOpen} onClose={close}>
        {/* Its last button stays in view (src/ui/overlay.module.css). */}
        <div data-foot>
          <Panel {...props} />
          {/* Its corners would show what scrolls behind a round button. */}
          <div className={styles.foot}>
            <Button onClick={close}>{showText(props.listing.view)}</Button>
          </div>
        </div>
      </Drawer>
    </div>
  );
}
