import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { lastVisit } from '#api/last-visit.ts';
import { useCall } from '#api/use-call.ts';
import { favouritesPath } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { countSince } from './count-since.ts';

/** How many designs came while the buyer was away (OP-12); nothing at the first visit. */
export function ArrivalsNews({ className }: { readonly className: string | undefined }) {
  const endedAt = useStore(lastVisit, (visits) => visits?.lastAt ?? null);
  const arrivals = useCall('productsNewArrivals', endedAt === null ? null : {}).data;
  const count = endedAt !== null && arrivals ? countSince(arrivals.products, endedAt) : 0;
  if (count === 0) return null;
  // The call answers no more than these: there may be others.
  const text = count < limits.newArrivals ? count : `${count}+`;
  return <span className={className}>{text} new since your last visit</span>;
}

interface FavouritesTileProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The designers' favourites: a link as soon as it is known that there are some (OP-11). */
export function FavouritesTile(tile: FavouritesTileProps) {
  const hasFavourites = useCall('filterOptions', {}).data?.hasFavourites === true;
  return hasFavourites ? <ShopLink {...tile} to={favouritesPath} /> : <div {...tile} />;
}
