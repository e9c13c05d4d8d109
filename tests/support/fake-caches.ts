/** Cache Storage in memory, with URLs as in a worker. */
export function fakeCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'http://shop.test').pathname;
  const open = async (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    const cache: Pick<Cache, 'keys' | 'match' | 'put' | 'delete'> = {
      keys: async () => [...kept.keys()].map((path) => new Request(`http://shop.test${path}`)),
      match: async (request) => kept.get(pathOf(request))?.clone(),
      put: async (request, response) => void kept.set(pathOf(request), response),
      delete: async (request) => kept.delete(pathOf(request)),
    };
    return cache as Cache;
  };
  const storage: Pick<CacheStorage, 'open' | 'match' | 'delete'> = {
    open,
    match: async (request, options) =>
      all
        .get(options?.cacheName ?? '')
        ?.get(pathOf(request))
        ?.clone(),
    delete: async (name) => all.delete(name),
  };
  return storage as CacheStorage;
}
