import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { lastVisit } from '#api/last-visit.ts';
import { useCall } from '#api/use-call.ts';
import { favouritesPath } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { countSince } from './count-since.ts';

/** The number of designs published since the buyer's last visit (OP-12); nothing on the first visit. */
export function ArrivalsNews({ className }: { readonly className: string | undefined }) {
  const endedAt = useStore(lastVisit, (visits) => visits?.lastAt ?? null);
  const arrivals = useCall('productsNewArrivals', endedAt === null ? null : {}).data;
  const count = endedAt !== null && arrivals ? countSince(arrivals.products, endedAt) : 0;
  if (count === 0) return null;
  // The call returns at most this many, so there may be more.
  const text = count < limits.newArrivals ? count : `${count}+`;
  return <span className={className}>{text} new since your last visit</span>;
}

interface FavouritesTileProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The tile of the designers' favourites: becomes a link once some are known to exist (OP-11). */
export function FavouritesTile(tile: FavouritesTileProps) {
  const hasFavourites = useCall('filterOptions', {}).data?.hasFavourites === true;
  return hasFavourites ? <ShopLink {...tile} to={favouritesPath} /> : <div {...tile} />;
}
