import { useCallback, useEffect, useState } from 'react';
import type { StudioCallAnswer, StudioCallName } from '#contract/studio/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { request, type StudioArguments } from './studio-client.ts';
import { studioSession } from './studio-session.ts';

export interface Answer<T> {
  /** The last answer; stays while the next is loading. */
  readonly answer: T | null;
  /** Why the last request failed; null if it succeeded. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  /** Requests the answer again. */
  readonly reload: () => Promise<void>;
  /** Replaces the answer with what a change returned, without a request. */
  readonly set: (answer: T) => void;
}

/** A call's answer for a screen. Requests it when the screen or the request changes, and when the tab becomes visible again. */
export function useAnswer<N extends StudioCallName>(
  name: N,
  ...parts: StudioArguments<N>
): Answer<StudioCallAnswer<N>> {
  type T = StudioCallAnswer<N>;
  const asked = JSON.stringify(parts);
  const [state, setState] = useState<Pick<Answer<T>, 'answer' | 'error' | 'isLoading'>>({
    answer: null,
    error: null,
    isLoading: true,
  });
  const isIn = studioSession(({ state: who }) => who === 'in');

  const load = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      setState((before) => ({ ...before, isLoading: true }));
      const again = JSON.parse(asked) as StudioArguments<N>;
      try {
        const answer = await request(name, { ...again[0], ...(signal && { signal }) } as never);
        setState({ answer, error: null, isLoading: false });
      } catch (error) {
        if (signal?.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setState((before) => ({ ...before, error, isLoading: false }));
      }
    },
    [name, asked],
  );

  useEffect(() => {
    if (!isIn) return;
    const gone = new AbortController();
    void load(gone.signal);
    const seen = () => {
      if (document.visibilityState === 'visible') void load(gone.signal);
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      gone.abort();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [load, isIn]);

  return {
    ...state,
    reload: () => load(),
    set: (answer) => setState({ answer, error: null, isLoading: false }),
  };
}
