import type { CallAnswer, CallName, CallRequest } from '#contract/shop/calls.ts';
import { CachedQuery, type Query } from './cached-query.ts';
import type { Client, RequestArguments } from './client.ts';

export interface QueryCache {
  query<N extends CallName>(name: N, ...request: RequestArguments<N>): Query<N>;
  /** The cached answer; fetches nothing. */
  peek<N extends CallName>(name: N, ...request: RequestArguments<N>): CallAnswer<N> | undefined;
  /** Adds an answer that came inside the HTML. `savedAt`: when the device stored it. */
  prime<N extends CallName>(
    name: N,
    request: CallRequest<N>,
    answer: CallAnswer<N>,
    savedAt?: string | null,
  ): void;
  /** Marks an answer stored on the device as confirmed by the shop, or replaces it with a newer one (null: confirmed). */
  confirm(name: CallName, request: AnyRequest, newer: object | null): void;
  /** Fetches the stored answers that came with the document, so that the worker asks the shop to confirm them. */
  renewPrimed(): void;
  /** Fetches the answers in use again after a change of the catalogue. */
  renewCatalogue(): void;
  /** Removes answers that no screen uses. */
  forgetUnused(): void;
  /** When the oldest answer in use was stored (ISO 8601); null: all in use are fresh. */
  savedSince(): string | null;
  /** Calls back after each change of `savedSince`. */
  watchSavedSince(listener: () => void): () => void;
}

interface AnyRequest {
  readonly params?: unknown;
  readonly query?: unknown;
}

function sorted(parts: unknown): [string, unknown][] {
  return Object.entries(parts ?? {})
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Cache keys that the specification names; other calls use their own name. */
const cacheTags: Partial<Record<CallName, string>> = { customStatus: 'CustomerOrderStatus' };

/** The cache key of a call. Independent of the parameters' order, and of empty or missing ones. */
export function callKey(name: CallName, request: AnyRequest = {}): string {
  return JSON.stringify([cacheTags[name] ?? name, sorted(request.params), sorted(request.query)]);
}

/** Creates the only cache of answers (OP-46). It never fetches again on focus, reconnect or mount. */
export function createQueryCache(client: Pick<Client, 'ask'>): QueryCache {
  const entries = new Map<string, CachedQuery>();
  const savedSinceListeners = new Set<() => void>();
  const onChange = () => {
    for (const listener of savedSinceListeners) listener();
  };

  function entryOf(name: CallName, request: AnyRequest = {}) {
    const key = callKey(name, request);
    let entry = entries.get(key);
    if (!entry) {
      const ask = client.ask as (name: CallName, request: AnyRequest) => ReturnType<Client['ask']>;
      entry = new CachedQuery({
        ask: () => ask(name, request),
        onChange,
        onUnused() {
          // Another may have taken its place since `forgetUnused`.
          if (entries.get(key) === entry) entries.delete(key);
        },
      });
      entries.set(key, entry);
    }
    return entry;
  }

  const cache = {
    query: entryOf,
    peek: (name: CallName, request?: AnyRequest) => entries.get(callKey(name, request))?.get().data,
    prime(name: CallName, request: AnyRequest, answer: unknown, savedAt: string | null = null) {
      entryOf(name, request).prime(answer as CallAnswer<CallName>, savedAt);
    },
    confirm(name: CallName, request: AnyRequest, newer: object | null) {
      // Doesn't bring back an answer that is no longer in use.
      entries.get(callKey(name, request))?.confirm(newer as CallAnswer<CallName> | null);
    },
    renewPrimed() {
      for (const entry of entries.values()) entry.renewPrimed();
    },
    renewCatalogue() {
      for (const entry of entries.values()) {
        if (entry.isUsed) void entry.refetch();
      }
    },
    forgetUnused() {
      for (const [key, entry] of entries) {
        if (!entry.isUsed) entries.delete(key);
      }
    },
    savedSince() {
      const times = [...entries.values()].flatMap((entry) =>
        entry.isUsed ? (entry.get().savedAt ?? []) : [],
      );
      return times.reduce<string | null>(
        (oldest, time) => (oldest === null || time < oldest ? time : oldest),
        null,
      );
    },
    watchSavedSince(listener: () => void) {
      savedSinceListeners.add(listener);
      return () => savedSinceListeners.delete(listener);
    },
  };
  return cache as QueryCache;
}
