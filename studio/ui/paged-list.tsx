import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Answered, type ShownAnswer } from './answered.tsx';
import { EmptyList } from './empty-list.tsx';
import { LongPager } from './long-pager.tsx';
import { pagePath } from './page-path.ts';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly totalPages: number;
  /** False: there are more than are counted. */
  readonly isCounted?: boolean;
}

interface PagedListProps<T> {
  readonly of: ShownAnswer<ListPage<T>>;
  /** Shown if the whole list is empty. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** The page of a list that the URL names, with links to the others. */
export function PagedList<T>({ of, empty, children }: PagedListProps<T>) {
  const [address] = useSearchParams();
  const { pathname } = useLocation();
  return (
    <Answered of={of} isList>
      {(list) =>
        list.items.length === 0 ? (
          <EmptyList of={of}>{empty}</EmptyList>
        ) : (
          <>
            {children(list.items)}
            <LongPager
              list={list}
              page={Number(address.get('page') ?? '1')}
              pathOf={(to) => pagePath(pathname, address, to)}
            />
          </>
        )
      }
    </Answered>
  );
}
