import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ListingView } from './listing-view.ts';

/** Replaces a page number past the end, from an old link or typed by hand, with the last page. */
export function useExistingPage(
  view: ListingView,
  page: number,
  pathOf: (page: number) => string,
): void {
  const navigate = useNavigate();
  const isPastEnd = view.status === 'ready' && view.totalPages > 0 && page > view.totalPages;
  const lastPage = isPastEnd ? pathOf(view.totalPages) : null;
  useEffect(() => {
    if (lastPage !== null) void navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);
}
