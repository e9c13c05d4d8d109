import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { ListingResults } from './listing-results.tsx';
import type { CardActions } from './product-card.tsx';
import { SearchField } from './search-field.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useExistingPage } from './use-existing-page.ts';
import { useSearchListing } from './use-search-listing.ts';
import { useSearchUrl } from './use-search-url.ts';

/** Designs that match what is typed. */
export function SearchScreen({ actions }: { readonly actions: CardActions }) {
  const { state, chosen, box, sortBy, pathOf } = useSearchUrl('query');
  const view = useSearchListing(state);
  useExistingPage(view, state.page, pathOf);
  const sortMenu = <SortMenu sort={chosen.sort ?? 'newest'} onChange={sortBy} />;
  return (
    <>
      <SearchField label="Search designs" placeholder="Foxes, moons, a SKU…" box={box} />
      {view.status === 'idle' ? (
        <>
          {sortMenu}
          <EmptyScene
            scene="search"
            title="What are you looking for?"
            text="Type a motif, a colour word, a category, a designer or a SKU into the search box above."
          />
        </>
      ) : (
        <ListingResults
          view={view}
          page={state.page}
          pathOf={pathOf}
          skeletons={limits.searchSkeletons}
          actions={actions}
          tools={sortMenu}
          emptyText={`Nothing in the studio matches “${state.text}”. Try a shorter word.`}
          emptyAction={<LinkButton to={paths.shop.path}>See all designs</LinkButton>}
        />
      )}
    </>
  );
}
