import type { ReactNode } from 'react';
import type { ShownListing } from '#features/catalogue/listing-pack.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { useLoaded } from '#ui/use-loaded.ts';

async function load() {
  await new Promise<void>(afterPaint);
  const { KeepShownListing } = await import('./keep-shown-listing.tsx');
  return { default: KeepShownListing };
}

/** Loads the action after the screen has painted, which is complete without it. */
function LateKeepListing({ listing }: { readonly listing: ShownListing }) {
  const KeepShownListing = useLoaded(load, true, () => {});
  return KeepShownListing && <KeepShownListing listing={listing} />;
}

/** The action that keeps a listing offline, for the end of its screen. */
export function keepListing(listing: ShownListing): ReactNode {
  return <LateKeepListing listing={listing} />;
}
