import { createDatabaseGuard } from '#offline/stores/database-timeout.ts';
import type { CatalogueStore } from './catalogue-store.ts';

/** A database that lives answers these at once; the others may take long for many designs. */
const quick: ReadonlySet<string> = new Set<keyof CatalogueStore>([
  'readState',
  'readProduct',
  'readAnswer',
]);
const longMs = 20_000;

/** The same store, which throws where its database says nothing: the shop is asked then. */
export function limitedCatalogueStore(store: CatalogueStore): CatalogueStore {
  const askQuick = createDatabaseGuard();
  // A database that is busy with many designs is slow to answer quick reads, not silent.
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
