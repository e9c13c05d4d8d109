/** Names of the worker's caches; the precache names its own. */
export const cacheNames = { images: 'pinwheel-images' } as const;
