import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { Answer } from '../api/use-answer.ts';
import { pagePath } from './page-path.ts';

interface EmptyListProps {
  readonly of: Pick<Answer<{ readonly totalPages: number }>, 'answer' | 'isEarlier'>;
  /** Shown if the whole list is empty. */
  readonly children: ReactNode;
}

/** A page of a list without entries. One past the end, from an old link, is replaced by the last page. */
export function EmptyList({ of: { answer, isEarlier }, children }: EmptyListProps) {
  const [address] = useSearchParams();
  const lastPage = answer?.totalPages ?? 1;
  const isPastEnd = !isEarlier && Number(address.get('page')) > lastPage;
  return isPastEnd ? <Navigate to={pagePath('', address, lastPage)} replace /> : children;
}
