import { keepPreviousData, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudioCall } from '#contract/studio/call.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import type { AnswerOf } from '#contract/wire/call.ts';
import type { ArgumentsOf } from '#contract/wire/client.ts';
import { request } from './studio-client.ts';
import { studioSession } from './studio-session.ts';

export interface Answer<T> {
  /** The last answer; stays while the next is loading. */
  readonly answer: T | null;
  /** Why the last request failed; null if it succeeded. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  /** The answer is of an earlier view, such as the page or search before. */
  readonly isEarlier: boolean;
  /** Requests the answer again. */
  readonly reload: () => Promise<void>;
  /** The same, and returns it; null if that failed. */
  readonly fetchLatest: () => Promise<T | null>;
  /** Replaces the answer with what a change returned, without a request. */
  readonly set: (answer: T) => void;
  /** The same for a part of the latest answer, which may be newer than the one that is shown. */
  readonly update: (change: (latest: T) => T) => void;
}

interface AnswerOptions<T> {
  /** Poll interval while the tab is visible; false to not poll. */
  readonly pollMs?: (answer: T) => number | false;
}

/**
 * The answers of the open screens. None is kept longer: a form that started from an old answer would
 * overwrite what somebody else saved since.
 */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      // A screen shows a failed request at once, even if the browser believes it is offline.
      retry: false,
      networkMode: 'always',
      placeholderData: keepPreviousData,
      throwOnError: (error) => !(error instanceof ApiError),
    },
  },
});

/** Requests the answers of a call again wherever the page shows them. */
export function requestAgain({ path }: StudioCall): void {
  void answers.invalidateQueries({ queryKey: [path] });
}

/** A call's answer for a screen. Requests it when the screen or the request changes, and when the tab becomes visible again. */
export function useAnswer<C extends StudioCall>(
  call: C,
  ...[parts]: ArgumentsOf<C, AnswerOptions<AnswerOf<C>>>
): Answer<AnswerOf<C>> {
  type T = AnswerOf<C>;
  const { pollMs, ...asked } = (parts ?? {}) as AnswerOptions<T>;
  const queryKey = [call.path, asked];
  const client = useQueryClient();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<T, ApiError>({
    queryKey,
    queryFn: ({ signal }) => request(call, { ...asked, signal } as never),
    enabled: studioSession(({ state }) => state === 'in'),
    refetchInterval: ({ state }) => (state.data && pollMs?.(state.data)) ?? false,
  });
  return {
    answer: data ?? null,
    error,
    isLoading: isFetching,
    isEarlier: isPlaceholderData,
    reload: async () => void (await refetch()),
    async fetchLatest() {
      const { data: newer, isSuccess } = await refetch();
      return isSuccess ? newer : null;
    },
    set(answer) {
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, answer);
    },
    update(change) {
      // What is under way may have been read before the change, but have what others changed.
      const isUnderWay = client.isFetching({ queryKey, exact: true }) > 0;
      const cancelled = client.cancelQueries({ queryKey });
      client.setQueryData<T>(queryKey, (latest) => latest && change(latest));
      if (isUnderWay) void cancelled.then(() => refetch());
    },
  };
}
