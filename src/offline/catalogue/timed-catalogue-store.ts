import { createDatabaseGuard } from '#offline/stores/database-timeout.ts';
import type { CatalogueStore } from './catalogue-store.ts';

/** Calls that a working database answers at once; others, such as `awaitState`, may wait long if there are many designs. */
const quick: ReadonlySet<string> = new Set<keyof CatalogueStore>([
  'readState',
  'readProduct',
  'readAnswer',
]);
const longMs = 20_000;

/** Wraps a store so that its methods throw if the database doesn't respond. Callers then ask the shop. */
export function timedCatalogueStore(store: CatalogueStore): CatalogueStore {
  const askQuick = createDatabaseGuard();
  // A guard of its own: slow work on many designs must not count as quick reads without an answer.
  const askLong = createDatabaseGuard();
  const { close, onLost, ...methods } = store;
  const limited = Object.entries(methods).map(([name, method]) => {
    const call = method as (...given: unknown[]) => Promise<unknown>;
    const isQuick = quick.has(name);
    return [
      name,
      (...given: unknown[]) =>
        isQuick ? askQuick(() => call(...given)) : askLong(() => call(...given), longMs),
    ];
  });
  return { ...(Object.fromEntries(limited) as typeof methods), close, onLost };
}
