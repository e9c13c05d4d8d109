import type { ReactNode } from 'react';
import type { ShownListing } from '#features/catalogue/listing-pack.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { loadAfter, useLoaded } from '#ui/use-loaded.ts';

const load = loadAfter(afterPaint, () => import('./keep-shown-listing.tsx'));

/** Loads the action after the screen has painted, which is complete without it. */
function LateKeepListing({ listing }: { readonly listing: ShownListing }) {
  const late = useLoaded(load);
  return late && <late.KeepShownListing listing={listing} />;
}

/** The action that keeps a listing offline, for the end of its screen. */
export function keepListing(listing: ShownListing): ReactNode {
  return <LateKeepListing listing={listing} />;
}
