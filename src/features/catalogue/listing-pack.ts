import type { ReactNode } from 'react';
import { distinctColorName } from '#contract/catalogue/named-colors.ts';
import type { FilterOptions } from '#contract/shop/product.ts';
import type { PackSource } from '#offline/catalogue/season-pack-store.ts';
import { facetWordKinds, type ShopQuery } from './filter-url.ts';
import type { PriceRange } from './price-bounds.ts';
import type { CardActions } from './product-card.tsx';
import { filterParameters } from './shop-source.ts';

/** A listing as a season pack: what it is called, and how to list it again. */
interface ListingPack {
  readonly name: string;
  readonly source: PackSource;
}

/** What a listing screen shows, for the code that makes a pack of it. */
export type ShownListing =
  | {
      readonly kind: 'shop';
      readonly query: ShopQuery;
      readonly options: FilterOptions | null;
      readonly priceRange: PriceRange;
    }
  | {
      readonly kind: 'search';
      readonly text: string;
      /** As the call takes them. */
      readonly filters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'bestSellers'; readonly text: string }
  | { readonly kind: 'collection'; readonly name: string; readonly slug: string };

/** What a listing screen gets from the app. */
export interface ListingScreenProps {
  readonly actions: CardActions;
  /** Shows the action that keeps the listing offline. */
  readonly keep: (listing: ShownListing) => ReactNode;
}

/** A shown listing as a season pack. */
export function listingPack(listing: ShownListing): ListingPack {
  if (listing.kind === 'shop') return shopPack(listing);
  if (listing.kind === 'collection') {
    return { name: listing.name, source: { kind: 'collection', slug: listing.slug } };
  }
  return listing.kind === 'search' ? searchPack(listing) : bestSellersPack(listing.text);
}

/** The designs of a shop page with its filters, whatever their page and order. */
function shopPack({
  query,
  options,
  priceRange,
}: Extract<ShownListing, { readonly kind: 'shop' }>): ListingPack {
  const { page, limit, sort, ...filters } = filterParameters(query, priceRange);
  const { minPrice, maxPrice } = filters;
  const categories = (options?.categories ?? []).filter(({ _id }) =>
    query.categories.includes(_id),
  );
  const parts = [
    ...categories.map(({ name }) => name),
    ...query.designers,
    ...facetWordKinds.flatMap((kind) => query.words[kind]),
    query.isFavouritesOnly && 'Favourites',
    query.color !== null && distinctColorName(query.color),
    minPrice !== undefined && `from $${minPrice}`,
    maxPrice !== undefined && `up to $${maxPrice}`,
  ].filter((part) => typeof part === 'string');
  return {
    name: parts.join(' · ') || 'All designs',
    source: { kind: 'listing', call: 'productsFilter', query: filters },
  };
}

/** The designs that match a search and its filters. */
function searchPack({
  text,
  filters,
}: Extract<ShownListing, { readonly kind: 'search' }>): ListingPack {
  const isFiltered = Object.keys(filters).length > 0;
  return {
    name: `Search: ${text}${isFiltered ? ', filtered' : ''}`,
    source: { kind: 'listing', call: 'productsSearch', query: { query: text, ...filters } },
  };
}

/** The best sellers, or those among them that match the words. */
function bestSellersPack(text: string): ListingPack {
  return {
    name: text === '' ? 'Best sellers' : `Best sellers: ${text}`,
    source: {
      kind: 'listing',
      call: 'productsBestSelling',
      query: text === '' ? {} : { search: text },
    },
  };
}
