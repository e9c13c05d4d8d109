/** Names of the worker's caches; the precache names its own. */
export const cacheNames = {
  /** Pictures as they were seen; the oldest go. */
  images: 'pinwheel-images',
  /** Small pictures of what must show without a signal; they stay until the pack is renewed. */
  pack: 'pinwheel-pack',
} as const;
