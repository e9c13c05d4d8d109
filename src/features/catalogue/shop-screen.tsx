import { limits } from '#contract/wire/limits.ts';
import { Button } from '#ui/button.tsx';
import { countFilters, noFilters } from './filter-url.ts';
import { LateChips } from './late-chips.tsx';
import type { ListingScreenProps } from './listing-pack.ts';
import { ListingResults } from './listing-results.tsx';
import { isEmptyListing } from './listing-view.ts';
import { BesideFilters, FilterDrawer } from './shop-filters.tsx';
import styles from './shop-screen.module.css';
import { ShopSortMenu } from './sort-menu.tsx';
import { useExistingPage } from './use-existing-page.ts';
import { useShopListing } from './use-shop-listing.ts';
import { useShopUrl } from './use-shop-url.ts';

/** All designs: filters, sort, cards and pager. */
export function ShopScreen({ actions, keep }: ListingScreenProps) {
  const { query, chosen, change, pathOf } = useShopUrl();
  const listing = useShopListing(query);
  useExistingPage(listing.view, query.page, pathOf);
  return (
    <BesideFilters filters={chosen} listing={listing} onChange={change}>
      <ListingResults
        tools={
          <div className={styles.tools}>
            <FilterDrawer filters={chosen} listing={listing} onChange={change} />
            {!isEmptyListing(listing.view) && <ShopSortMenu query={chosen} onChange={change} />}
          </div>
        }
        chips={<LateChips query={chosen} listing={listing} onChange={change} />}
        view={listing.view}
        page={query.page}
        pathOf={pathOf}
        skeletons={limits.shopSkeletons}
        actions={actions}
        below={keep({
          kind: 'shop',
          query,
          options: listing.options,
          priceRange: listing.priceRange,
        })}
        emptyText={
          countFilters(query) > 0
            ? 'No designs match all these filters.'
            : 'The first designs are coming soon.'
        }
        emptyAction={
          countFilters(query) > 0 && (
            <Button onClick={() => change(noFilters)}>Clear filters</Button>
          )
        }
      />
    </BesideFilters>
  );
}
