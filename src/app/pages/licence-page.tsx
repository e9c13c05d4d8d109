import { useCall } from '#api/use-call.ts';
import { countFilters, noFilters } from '#features/catalogue/filter-url.ts';
import { sliderEnds } from '#features/catalogue/price-bounds.ts';
import { ShopSortMenu } from '#features/catalogue/sort-menu.tsx';
import { useExistingPage } from '#features/catalogue/use-existing-page.ts';
import { useShopListing } from '#features/catalogue/use-shop-listing.ts';
import { useShopUrl } from '#features/catalogue/use-shop-url.ts';
import { AskYearly } from '#features/commissions/ask-yearly.tsx';
import { LicenceScreen } from '#features/legal/licence-screen.tsx';

/** Its shelf is a listing like the shop's: filters, sort and page are in the URL. */
export default function LicencePage() {
  const { query, chosen, change, pathOf } = useShopUrl();
  const { view, options, priceRange } = useShopListing(query, 'filter');
  useExistingPage(view, query.page, pathOf);
  const ends = sliderEnds(priceRange);
  return (
    <LicenceScreen
      askYearly={<AskYearly />}
      guide={useCall('homeTexts', {}).data?.guide ?? null}
      shelf={{
        view,
        options,
        // A maximum of 0 isn't sent (OP-37).
        range: { ...ends, minPrice: Math.max(ends.minPrice, 1) },
        choice: chosen,
        isFiltered: countFilters(query) > 0,
        page: query.page,
        pathOf,
        sortMenu: <ShopSortMenu query={chosen} onChange={change} />,
        onChange: change,
        onClear: () => change(noFilters),
      }}
    />
  );
}
