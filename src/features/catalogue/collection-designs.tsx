import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import {
  countFilters,
  filterEntries,
  type ListingFilters,
  noFilters,
  readFilters,
} from './filter-url.ts';
import { LateChips } from './late-chips.tsx';
import { ListingResults } from './listing-results.tsx';
import type { CardActions } from './product-card.tsx';
import { BesideFilters, FilterDrawer } from './shop-filters.tsx';
import { writeUrl } from './url-values.ts';
import type { CollectionState } from './use-collection.ts';
import { useCollectionListing } from './use-collection-listing.ts';
import { useUrlState } from './use-url-state.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));
const write = (filters: ListingFilters) => writeUrl(filterEntries(filters));

interface CollectionDesignsProps {
  readonly state: Extract<CollectionState, { readonly status: 'ready' }>;
  readonly actions: CardActions;
  readonly below: ReactNode;
}

/** As many designs as a row shows need no filters. */
const oneRow = 4;

/** The designs of a collection, with the shop's filters. */
export function CollectionDesigns({ state, actions, below }: CollectionDesignsProps) {
  const { collection, products, among } = state;
  const { chosen, go, pathOf } = useUrlState(read, write);
  const listing = useCollectionListing(products, among, chosen);
  const onChange = (change: Partial<ListingFilters>) => go({ ...chosen, ...change });
  const filtering = { filters: chosen, listing, onChange };
  const isFiltered = countFilters(chosen) > 0;
  const hasFilters = isFiltered || collection.productIds.length > oneRow;
  const results = (
    <ListingResults
      tools={hasFilters && <FilterDrawer {...filtering} />}
      chips={<LateChips query={{ ...chosen, sort: null }} listing={listing} onChange={onChange} />}
      view={listing.view}
      page={1}
      pathOf={() => pathOf(chosen)}
      skeletons={collection.productIds.length}
      actions={actions}
      below={below}
      emptyText={
        isFiltered
          ? 'No designs match all these filters.'
          : 'None of its designs can be shown right now.'
      }
      emptyAction={isFiltered && <Button onClick={() => onChange(noFilters)}>Clear filters</Button>}
    />
  );
  return hasFilters ? <BesideFilters {...filtering}>{results}</BesideFilters> : results;
}
