import { useNavigate } from 'react-router';
import { colorPath, paths } from '#contract/shop/paths.ts';
import { sorts } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { CorrectedSearches } from './corrected-searches.tsx';
import { CustomInstead } from './custom-instead.tsx';
import { chosenParameters, countFilters, noFilters } from './filter-url.ts';
import { LateChips } from './late-chips.tsx';
import type { ListingScreenProps } from './listing-pack.ts';
import { ListingResults } from './listing-results.tsx';
import { isEmptyListing } from './listing-view.ts';
import { MatchButton } from './match-button.tsx';
import { SearchCards } from './search-cards.tsx';
import { SearchField } from './search-field.tsx';
import styles from './search-screen.module.css';
import { BesideFilters, FilterDrawer } from './shop-filters.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useExistingPage } from './use-existing-page.ts';
import { useSearchListing } from './use-search-listing.ts';
import { useSearchUrl } from './use-search-url.ts';

/** The designs that match the typed text. */
export function SearchScreen({ actions, keep }: ListingScreenProps) {
  const { state, chosen, box, sortBy, filterBy, pathOf } = useSearchUrl('query');
  const listing = useSearchListing(state);
  const { view, found } = listing;
  const filtering = { filters: chosen.filters, text: state.text, listing, onChange: filterBy };
  const isFiltered = countFilters(state.filters) > 0;
  const corrected = <CorrectedSearches nearest={found?.nearest ?? []} actions={actions} />;
  const custom = <CustomInstead text={state.text} />;
  useExistingPage(view, state.page, pathOf);
  const navigate = useNavigate();
  const hasOrder = view.status !== 'idle' && !isEmptyListing(view);
  const tools = (
    <div className={styles.tools}>
      {view.status !== 'idle' && <FilterDrawer {...filtering} />}
      {hasOrder && (
        <SortMenu sorts={sorts} sort={chosen.sort} ownOrder="Best match" onChange={sortBy} />
      )}
      <MatchButton onMatch={(color) => void navigate(colorPath(`#${color}`))} />
    </div>
  );
  return (
    <>
      <SearchField label="Search designs" placeholder="Foxes, moons, a SKU…" box={box} />
      {view.status === 'idle' ? (
        <>
          {tools}
          <EmptyScene
            scene="search"
            title="What are you looking for?"
            text="Search for a motif, a colour, a category, a designer or a SKU."
          />
        </>
      ) : (
        <BesideFilters {...filtering}>
          <ListingResults
            chips={
              <LateChips
                query={{ ...chosen.filters, sort: null }}
                listing={listing}
                onChange={filterBy}
              />
            }
            view={view}
            page={state.page}
            pathOf={pathOf}
            skeletons={limits.searchSkeletons}
            actions={actions}
            below={
              found?.exact === 0 && !isFiltered
                ? custom
                : keep({
                    kind: 'search',
                    text: state.text,
                    filters: chosenParameters(state.filters),
                  })
            }
            tools={tools}
            emptyText={`No design matches “${state.text}”${isFiltered ? ' and all these filters' : ''}.`}
            emptyAction={
              isFiltered ? (
                <Button onClick={() => filterBy(noFilters)}>Clear filters</Button>
              ) : (
                <LinkButton to={paths.shop.path}>See all designs</LinkButton>
              )
            }
            emptyMore={
              !isFiltered && (
                <>
                  {corrected}
                  {custom}
                </>
              )
            }
            cards={
              found && (
                <>
                  {corrected}
                  <SearchCards found={found} page={state.page} actions={actions} />
                </>
              )
            }
          />
        </BesideFilters>
      )}
    </>
  );
}
