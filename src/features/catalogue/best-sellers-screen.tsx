import { paths } from '#contract/shop/paths.ts';
import { sorts } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
import { LinkButton } from '#ui/button.tsx';
import type { ListingScreenProps } from './listing-pack.ts';
import { ListingResults } from './listing-results.tsx';
import { isEmptyListing } from './listing-view.ts';
import { SearchField } from './search-field.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useExistingPage } from './use-existing-page.ts';
import { useBestSellers } from './use-search-listing.ts';
import { useSearchUrl } from './use-search-url.ts';

/** The best-selling designs, with their own search and sort. */
export function BestSellersScreen({ actions, keep }: ListingScreenProps) {
  const { state, chosen, box, sortBy, pathOf } = useSearchUrl('search');
  const view = useBestSellers(state);
  useExistingPage(view, state.page, pathOf);
  return (
    <>
      <SearchField label="Search best sellers" placeholder="Search best sellers" box={box} />
      <ListingResults
        view={view}
        page={state.page}
        pathOf={pathOf}
        skeletons={limits.searchSkeletons}
        actions={actions}
        below={keep({ kind: 'bestSellers', text: state.text })}
        tools={
          !isEmptyListing(view) && (
            <SortMenu sorts={sorts} sort={chosen.sort} ownOrder="Most sold" onChange={sortBy} />
          )
        }
        emptyText={
          state.text === ''
            ? 'Nothing has been sold yet.'
            : `No best seller matches “${state.text}”.`
        }
        emptyAction={<LinkButton to={paths.shop.path}>See all designs</LinkButton>}
      />
    </>
  );
}
