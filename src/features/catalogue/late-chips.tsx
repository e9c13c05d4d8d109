import { useState } from 'react';
import { afterFrame } from '#ui/after-frame.ts';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';
import type { ChosenFilters } from './filter-chips.tsx';
import { countFilters } from './filter-url.ts';
import styles from './late-chips.module.css';
import type { ShopListing } from './use-shop-listing.ts';

interface LateChipsProps {
  readonly query: ChosenFilters;
  readonly listing: ShopListing;
  readonly onChange: (change: Partial<ChosenFilters>) => void;
}

const load = loadAfter(afterFrame, () => import('./filter-chips.tsx'));

/** The chips of the filters that are set, loaded after the cards. Their row is there from the start, so nothing moves. */
export function LateChips({ query, listing, onChange }: LateChipsProps) {
  const [hasFailed, setFailed] = useState(false);
  const isSorted = query.sort !== null && query.sort !== 'newest';
  const isWanted = isSorted || countFilters(query) > 0;
  const chips = useLoaded(load, isWanted && !hasFailed, () => setFailed(true));
  // Without its code the panel still shows what is set.
  if (!isWanted || hasFailed) return null;
  return (
    <div className={styles.row}>
      {chips && <chips.FilterChips query={query} options={listing.options} onChange={onChange} />}
    </div>
  );
}
