import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigate } from 'react-router';

export interface UrlState<T> {
  readonly value: T;
  /** What the URL is about to say: controls react at once, the cards when they are ready. */
  readonly chosen: T;
  /** Adds a history entry. */
  readonly go: (next: T) => void;
  readonly pathOf: (value: T) => string;
}

/** What a listing shows, kept in the URL of its page. */
export function useUrlState<T>(
  read: (search: string) => T,
  write: (value: T) => string,
): UrlState<T> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const value = read(search);
  const [chosen, choose] = useOptimistic(value);
  const pathOf = (next: T) => `${pathname}${write(next)}`;
  return {
    value,
    chosen,
    go(next) {
      startTransition(() => {
        choose(() => next);
        void navigate(pathOf(next));
      });
    },
    pathOf,
  };
}
