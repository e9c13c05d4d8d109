import { useState } from 'react';
import { afterFrame } from '#ui/after-frame.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Drawer, OverlayButton } from '#ui/overlay.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import { showText } from './count-text.ts';
import { countFilters } from './filter-url.ts';
import type { ListingFilters } from './search-url.ts';
import styles from './shop-filters.module.css';
import type { ShopListing } from './use-shop-listing.ts';

interface ShopFiltersProps {
  readonly filters: ListingFilters;
  /** How many are set; counted here unless given. */
  readonly count?: number;
  readonly listing: ShopListing;
  readonly onChange: (change: Partial<ListingFilters>) => void;
}

// Cards load first; phones only show the panel in the drawer.
const loadPanel = loadAfter(afterFrame, () => import('./filter-panel.tsx'));

function Panel({ filters, listing, onChange }: ShopFiltersProps) {
  const [hasFailed, setFailed] = useState(false);
  const panel = useLoaded(loadPanel, !hasFailed, () => setFailed(true));
  const { options, facets, priceRange } = listing;
  // The groups of a search come all at once: one that grew would move those below.
  if (panel && facets !== null) {
    return (
      <panel.FilterPanel
        filters={filters}
        options={options}
        facets={facets}
        priceRange={priceRange}
        onChange={onChange}
      />
    );
  }
  if (!hasFailed) return <Skeleton className={styles.paper} />;
  return (
    <Button variant="paper" onClick={() => setFailed(false)}>
      Couldn’t load filters. Try again
    </Button>
  );
}

/** The panel next to the cards, on wide screens. */
export function FilterSidebar(props: ShopFiltersProps) {
  return (
    <aside className={styles.sidebar} aria-labelledby="filter-by">
      <h2 id="filter-by" className={styles.title}>
        Filter by
      </h2>
      <Panel {...props} />
    </aside>
  );
}

/** On small screens: the button with the number of filters set, and its drawer. */
export function FilterDrawer(props: ShopFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { count = countFilters(props.filters) } = props;
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
          <Button onClick={close}>{showText(props.listing.view)}</Button>
        </div>
      </Drawer>
    </div>
  );
}
