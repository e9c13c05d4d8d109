import { useState, useSyncExternalStore } from 'react';
import type { CallAnswer, CallName, CallRequest } from '#contract/shop/calls.ts';
import type { Query, QueryResult } from './cached-query.ts';
import { shopCache } from './shop-cache.ts';

export interface UseCallOptions {
  /** Keep showing the previous answer until the answer to a new request comes. */
  readonly keepsPrevious?: boolean;
}

export interface CallResult<N extends CallName> extends QueryResult<N> {
  /** The data belongs to the previous request. */
  readonly isPrevious: boolean;
  readonly refetch: () => Promise<unknown>;
}

const nothing: QueryResult<never> = {
  status: 'uninitialized',
  data: undefined,
  error: undefined,
  savedAt: null,
};

/** Stands in for a query while there is nothing to fetch. */
export const notAsked: Query<never> = {
  get: () => nothing,
  subscribe: () => () => {},
  refetch: async () => nothing,
};

/** Fetches one call's answer, shared by all components with the same request. Null `request`: don't fetch yet. */
export function useCall<N extends CallName>(
  name: N,
  request: CallRequest<N> | null,
  { keepsPrevious = false }: UseCallOptions = {},
): CallResult<N> {
  const query = request === null ? (notAsked as Query<N>) : shopCache.query(name, request as never);
  const result = useSyncExternalStore(query.subscribe, query.get);
  const [previous, setPrevious] = useState<CallAnswer<N>>();
  if (result.data !== undefined && result.data !== previous) setPrevious(result.data);
  const isPrevious = keepsPrevious && result.data === undefined && previous !== undefined;
  return {
    ...result,
    data: isPrevious ? previous : result.data,
    isPrevious,
    refetch: query.refetch,
  };
}
