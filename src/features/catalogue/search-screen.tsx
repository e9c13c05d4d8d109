import { useNavigate } from 'react-router';
import { colorPath, paths } from '#contract/shop/paths.ts';
import { sorts } from '#contract/shop/sort.ts';
import { limits } from '#contract/wire/limits.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import type { ListingScreenProps } from './listing-pack.ts';
import { ListingResults } from './listing-results.tsx';
import { isEmptyListing } from './listing-view.ts';
import { MatchButton } from './match-button.tsx';
import { OtherSearches } from './other-searches.tsx';
import { SearchCards } from './search-cards.tsx';
import { SearchField } from './search-field.tsx';
import styles from './search-screen.module.css';
import { SortMenu } from './sort-menu.tsx';
import { useExistingPage } from './use-existing-page.ts';
import { useSearchListing } from './use-search-listing.ts';
import { useSearchUrl } from './use-search-url.ts';

/** The designs that match the typed text. */
export function SearchScreen({ actions, keep }: ListingScreenProps) {
  const { state, chosen, box, sortBy, pathOf } = useSearchUrl('query');
  const { view, found } = useSearchListing(state);
  const others = (
    <OtherSearches text={state.text} nearest={found?.nearest ?? []} actions={actions} />
  );
  useExistingPage(view, state.page, pathOf);
  const navigate = useNavigate();
  const hasOrder = view.status !== 'idle' && !isEmptyListing(view);
  const tools = (
    <div className={styles.tools}>
      <MatchButton onMatch={(color) => void navigate(colorPath(`#${color}`))} />
      {hasOrder && (
        <SortMenu sorts={sorts} sort={chosen.sort} ownOrder="Best match" onChange={sortBy} />
      )}
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
        <ListingResults
          view={view}
          page={state.page}
          pathOf={pathOf}
          skeletons={limits.searchSkeletons}
          actions={actions}
          below={
            <>
              {keep({ kind: 'search', text: state.text })}
              {found?.exact === 0 && others}
            </>
          }
          tools={tools}
          emptyText={`No design matches “${state.text}”.`}
          emptyAction={<LinkButton to={paths.shop.path}>See all designs</LinkButton>}
          emptyMore={others}
          cards={found && <SearchCards found={found} page={state.page} actions={actions} />}
        />
      )}
    </>
  );
}
