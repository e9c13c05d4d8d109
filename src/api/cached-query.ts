import type { CallAnswer, CallName } from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Client } from './client.ts';

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

type AnyAnswer = CallAnswer<CallName>;
type AnyResult = QueryResult<CallName>;

interface CachedQueryParts {
  readonly ask: () => ReturnType<Client['ask']>;
  /** Called after each change of the result, and when its last subscriber leaves. */
  readonly onChange: () => void;
  /** Called once nobody has used the answer for `queryCacheMs`. */
  readonly onUnused: () => void;
}

/** An answer in the cache, from its first use until nobody uses it any more. */
export class CachedQuery implements Query<CallName> {
  readonly #parts: CachedQueryParts;
  readonly #listeners = new Set<() => void>();
  #result: AnyResult = { status: 'pending', data: undefined, error: undefined, savedAt: null };
  /** The answer came with the document from the device, and nothing has been fetched since. */
  #isPrimed = false;
  /** Set if a confirmation arrives while a request is in progress, and so before the answer it confirms. */
  #overtaken: { readonly newer: AnyAnswer | null } | null = null;
  #inFlight: Promise<AnyResult> | null = null;
  #unusedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: CachedQueryParts) {
    this.#parts = parts;
    this.#forgetWhenUnused();
  }

  get isUsed(): boolean {
    return this.#listeners.size > 0;
  }

  readonly get = (): AnyResult => this.#result;

  readonly refetch = (): Promise<AnyResult> => {
    this.#inFlight ??= this.#load();
    return this.#inFlight;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    clearTimeout(this.#unusedTimer);
    this.#listeners.add(listener);
    if (this.#result.status !== 'fulfilled') void this.refetch();
    return () => {
      this.#listeners.delete(listener);
      if (this.isUsed) return;
      this.#forgetWhenUnused();
      this.#parts.onChange();
    };
  };

  prime(data: AnyAnswer, savedAt: string | null): void {
    this.#isPrimed = savedAt !== null;
    this.#fulfil(data, savedAt);
  }

  /** Fetches, if the answer came with the document from the device and nothing has been fetched since. */
  renewPrimed(): void {
    if (this.#isPrimed) void this.refetch();
  }

  confirm(newer: AnyAnswer | null): void {
    const data = newer ?? this.#result.data;
    if (this.#inFlight) this.#overtaken = { newer };
    else if (data !== undefined) this.#fulfil(data, null);
  }

  async #load(): Promise<AnyResult> {
    this.#put({ ...this.#result, status: 'pending' });
    this.#isPrimed = false;
    this.#overtaken = null;
    try {
      const { answer, savedAt } = await this.#parts.ask();
      const confirmed = this.#confirmation();
      this.#fulfil(confirmed?.newer ?? answer, confirmed ? null : savedAt);
    } catch (cause) {
      const newer = this.#confirmation()?.newer;
      const error =
        cause instanceof ApiError ? cause : new ApiError('FETCH_ERROR', null, null, { cause });
      if (newer) this.#fulfil(newer, null);
      else this.#put({ ...this.#result, status: 'rejected', error });
    }
    this.#inFlight = null;
    return this.#result;
  }

  /** What `confirm` left while the request was in progress. */
  #confirmation() {
    return this.#overtaken;
  }

  #fulfil(data: AnyAnswer, savedAt: string | null): void {
    this.#put({ status: 'fulfilled', data, error: undefined, savedAt });
  }

  #put(next: AnyResult): void {
    this.#result = next;
    for (const listener of this.#listeners) listener();
    this.#parts.onChange();
  }

  #forgetWhenUnused(): void {
    clearTimeout(this.#unusedTimer);
    this.#unusedTimer = setTimeout(this.#parts.onUnused, limits.queryCacheMs);
  }
}
