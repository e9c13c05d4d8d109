/** Names of the worker's caches. The precache has a name of its own. */
export const cacheNames = {
  /** Pictures that were shown; the oldest are deleted. */
  images: 'pinwheel-images',
  /** Small pictures needed while offline; they stay until the pack is renewed. */
  pack: 'pinwheel-pack',
  /** All gallery pictures, if the buyer wants them; they don't expire. */
  gallery: 'pinwheel-gallery',
  /** Records and large pictures of the season packs; they stay until the buyer removes a pack. */
  seasonPacks: 'pinwheel-season-packs',
  manifest: 'pinwheel-manifest',
  /** The stylesheet with the shop's colours, and its logo. */
  look: 'pinwheel-look',
} as const;
