import type { ReactNode } from 'react';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import type { Answer } from '../api/use-answer.ts';
import { Loading } from './loading.tsx';

interface AnsweredProps<T> {
  readonly of: Answer<T>;
  readonly children: (answer: T) => ReactNode;
}

/** Renders an answer, and its loading, failed and reloading states. */
export function Answered<T>({ of, children }: AnsweredProps<T>) {
  const { answer, error, isLoading, reload } = of;
  if (answer !== null) return <div aria-busy={isLoading}>{children(answer)}</div>;
  if (error === null) return <Loading />;
  if (error.code === 'NOT_FOUND') return <EmptyScene scene="search" title={error.message} />;
  return (
    <RetryScene
      title="Couldn’t load this page"
      text={error.message || 'The shop can’t be reached right now.'}
      onRetry={reload}
    />
  );
}
