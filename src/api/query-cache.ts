import type { CallAnswer, CallName, CallRequest } from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Client, RequestArguments } from './client.ts';

export type QueryStatus = 'uninitialized' | 'pending' | 'fulfilled' | 'rejected';

/** The state of one call. Its data survives a refetch, even a failed one. */
export interface QueryResult<N extends CallName> {
  readonly status: QueryStatus;
  readonly data: CallAnswer<N> | undefined;
  readonly error: ApiError | undefined;
  /** When the device stored the data (ISO 8601); null: fresh from the server. */
  readonly savedAt: string | null;
}

/** One call with one request. The same object for as long as it is cached. */
export interface Query<N extends CallName> {
  readonly get: () => QueryResult<N>;
  /** Calls back after each change, and fetches unless there is an answer or a request in progress. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Fetches again, or joins a request in progress. Never rejects; see the result. */
  readonly refetch: () => Promise<QueryResult<N>>;
}

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
  keptSince(): string | null;
  /** Calls back after each change of `keptSince`. */
  watchKept(listener: () => void): () => void;
}

/** One cached call. */
interface Entry extends Query<CallName> {
  prime(answer: CallAnswer<CallName>, savedAt: string | null): void;
  /** Fetches, if the answer came with the document from the device and nothing has been fetched since. */
  renewPrimed(): void;
  confirm(newer: CallAnswer<CallName> | null): void;
  readonly isUsed: () => boolean;
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

const pending: QueryResult<never> = {
  status: 'pending',
  data: undefined,
  error: undefined,
  savedAt: null,
};

/** Creates the only cache of answers (OP-46). It never fetches again on focus, reconnect or mount. */
export function createQueryCache(client: Pick<Client, 'ask'>): QueryCache {
  const entries = new Map<string, Entry>();
  const keptListeners = new Set<() => void>();

  function createEntry(key: string, ask: () => ReturnType<Client['ask']>): Entry {
    let result: QueryResult<CallName> = pending;
    /** The answer came with the document from the device, and nothing has been fetched since. */
    let isPrimed = false;
    /** Set if a confirmation arrives while a request is in progress, and so before the answer it confirms. */
    let overtaken: { readonly newer: CallAnswer<CallName> | null } | null = null;
    let inFlight: Promise<QueryResult<CallName>> | null = null;
    let unusedTimer: ReturnType<typeof setTimeout> | undefined;
    const listeners = new Set<() => void>();

    function forgetWhenUnused(): void {
      clearTimeout(unusedTimer);
      unusedTimer = setTimeout(() => entries.delete(key), limits.queryCacheMs);
    }

    function put(next: QueryResult<CallName>): void {
      result = next;
      for (const listener of listeners) listener();
      for (const listener of keptListeners) listener();
    }

    async function load(): Promise<QueryResult<CallName>> {
      put({ ...result, status: 'pending' });
      isPrimed = false;
      overtaken = null;
      try {
        const { answer, savedAt } = await ask();
        // TypeScript doesn't see that `confirm` may have run in between.
        const confirmed = overtaken as { readonly newer: CallAnswer<CallName> | null } | null;
        const data = confirmed?.newer ?? answer;
        put({ status: 'fulfilled', data, error: undefined, savedAt: confirmed ? null : savedAt });
      } catch (cause) {
        const newer = (overtaken as { readonly newer: CallAnswer<CallName> | null } | null)?.newer;
        const error =
          cause instanceof ApiError ? cause : new ApiError('FETCH_ERROR', null, null, { cause });
        if (newer) put({ status: 'fulfilled', data: newer, error: undefined, savedAt: null });
        else put({ ...result, status: 'rejected', error });
      }
      inFlight = null;
      return result;
    }

    const refetch = () => {
      inFlight ??= load();
      return inFlight;
    };

    forgetWhenUnused();
    return {
      get: () => result,
      refetch,
      prime(data, savedAt) {
        isPrimed = savedAt !== null;
        put({ status: 'fulfilled', data, error: undefined, savedAt });
      },
      confirm(newer) {
        const data = newer ?? result.data;
        if (inFlight) overtaken = { newer };
        else if (data !== undefined) {
          put({ status: 'fulfilled', data, error: undefined, savedAt: null });
        }
      },
      renewPrimed() {
        if (isPrimed) void refetch();
      },
      isUsed: () => listeners.size > 0,
      subscribe(listener: () => void) {
        clearTimeout(unusedTimer);
        listeners.add(listener);
        if (result.status !== 'fulfilled') void refetch();
        return () => {
          listeners.delete(listener);
          if (listeners.size > 0) return;
          forgetWhenUnused();
          for (const tell of keptListeners) tell();
        };
      },
    };
  }

  function entryOf(name: CallName, request: AnyRequest = {}) {
    const key = callKey(name, request);
    let entry = entries.get(key);
    if (!entry) {
      const ask = client.ask as (name: CallName, request: AnyRequest) => ReturnType<Client['ask']>;
      entry = createEntry(key, () => ask(name, request));
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
        if (entry.isUsed()) void entry.refetch();
      }
    },
    forgetUnused() {
      for (const [key, entry] of entries) {
        if (!entry.isUsed()) entries.delete(key);
      }
    },
    keptSince() {
      const times = [...entries.values()].flatMap((entry) =>
        entry.isUsed() ? (entry.get().savedAt ?? []) : [],
      );
      return times.reduce<string | null>(
        (oldest, time) => (oldest === null || time < oldest ? time : oldest),
        null,
      );
    },
    watchKept(listener: () => void) {
      keptListeners.add(listener);
      return () => keptListeners.delete(listener);
    },
  };
  return cache as QueryCache;
}
