import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Drawer, preloadOverlay } from '#ui/overlay.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { countFilters, type ShopFilters } from './filter-url.ts';
import type { ListingView } from './listing-view.ts';
import styles from './shop-filters.module.css';
import type { ShopListing } from './use-shop-listing.ts';

interface ShopFiltersProps {
  readonly filters: ShopFilters;
  readonly listing: ShopListing;
  readonly onChange: (change: Partial<ShopFilters>) => void;
}

/** The panel beside the cards, on wide screens. */
export function FilterSidebar({ filters, listing, onChange }: ShopFiltersProps) {
  return (
    <aside className={styles.sidebar} aria-labelledby="filter-by">
      <h2 id="filter-by" className={styles.title}>
        Filter by
      </h2>
      <FilterPanel
        filters={filters}
        options={listing.options}
        priceRange={listing.priceRange}
        onChange={onChange}
      />
    </aside>
  );
}

function showText({ status, total }: ListingView): string {
  if (status !== 'ready' || total === null) return 'Show designs';
  return total === 1 ? 'Show 1 design' : `Show ${total} designs`;
}

/** On small screens, the button with the number of filters set, and its drawer. */
export function FilterDrawer({ filters, listing, onChange }: ShopFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);
  const close = () => setOpen(false);
  return (
    <div className={styles.small}>
      <Button
        variant="paper"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onFocus={preloadOverlay}
        onPointerEnter={preloadOverlay}
      >
        <Icon name="filter" size={20} />
        Filters
        {count > 0 && (
          <span className={styles.count}>
            {count}
            <span className="visually-hidden"> active</span>
          </span>
        )}
      </Button>
      <Drawer title="Filters" side="left" isOpen={isOpen} onClose={close}>
        <FilterPanel
          filters={filters}
          options={listing.options}
          priceRange={listing.priceRange}
          onChange={onChange}
        />
        <Button className={styles.show} onClick={close}>
          {showText(listing.view)}
        </Button>
      </Drawer>
    </div>
  );
}
