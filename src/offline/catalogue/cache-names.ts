/** Names of the worker's caches; the precache names its own. */
export const cacheNames = {
  /** Pictures as they were seen; the oldest go. */
  images: 'pinwheel-images',
  /** Small pictures of what must show without a signal; they stay until the pack is renewed. */
  pack: 'pinwheel-pack',
  /** The pictures of all galleries, where the buyer wants them; none expires. */
  gallery: 'pinwheel-gallery',
  manifest: 'pinwheel-manifest',
} as const;
