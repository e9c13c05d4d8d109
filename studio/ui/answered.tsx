import type { ReactNode } from 'react';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { RetryScene } from '#ui/retry-scene.tsx';
import type { Answer } from '../api/use-answer.ts';
import styles from './answered.module.css';
import { ListSkeleton } from './list-skeleton.tsx';
import { Loading } from './loading.tsx';

/** What is shown of an answer. */
export type ShownAnswer<T> = Pick<
  Answer<T>,
  'answer' | 'error' | 'isLoading' | 'isEarlier' | 'reload'
>;

interface AnsweredProps<T> {
  readonly of: ShownAnswer<T>;
  /** It is a list, whose rows have placeholders while they load. */
  readonly isList?: boolean;
  readonly children: (answer: T) => ReactNode;
}

/** Renders an answer, and its loading, failed and reloading states. */
export function Answered<T>({ of, isList = false, children }: AnsweredProps<T>) {
  const { answer, error, isLoading, isEarlier, reload } = of;
  if (answer !== null) {
    return (
      <div className={styles.answered} aria-busy={isLoading} data-earlier={isEarlier}>
        {children(answer)}
      </div>
    );
  }
  if (error === null) return isList ? <ListSkeleton /> : <Loading />;
  if (error.code === 'NOT_FOUND') return <EmptyScene scene="search" title={error.message} />;
  return (
    <RetryScene
      title="Couldn’t load this page"
      text={error.message || 'The shop can’t be reached right now.'}
      onRetry={reload}
    />
  );
}
