import { listingPack, type ShownListing } from '#features/catalogue/listing-pack.ts';
import { KeepOffline } from '#features/season-packs/keep-offline.tsx';

/** The action that keeps a listing of the shop offline. */
export function KeepShownListing({ listing }: { readonly listing: ShownListing }) {
  return <KeepOffline {...listingPack(listing)} />;
}
