/** A page number, or a gap where numbers are left out. */
export type PagerStep = number | 'ellipsis';

/** Up to this many pages, all numbers are shown. */
const shownWhole = 7;
/** Numbers shown at one end while the current page is near it. */
const atAnEnd = 5;

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The page numbers a pager shows (U03, U04, U05, U06). Up to 7 pages: all of them. Near the start: 1–5, a gap, the last.
 * Near the end: the first, a gap, the last 5. Otherwise: the first, a gap, the current page with its
 * neighbours, a gap, the last. A page outside 1…totalPages is clamped into that range.
 */
export function pagerSteps(page: number, totalPages: number): readonly PagerStep[] {
  if (totalPages <= shownWhole) return range(1, totalPages);
  const current = Math.min(Math.max(page, 1), totalPages);
  if (current < atAnEnd) return [...range(1, atAnEnd), 'ellipsis', totalPages];
  if (current > totalPages - atAnEnd + 1) {
    return [1, 'ellipsis', ...range(totalPages - atAnEnd + 1, totalPages)];
  }
  return [1, 'ellipsis', current - 1, current, current + 1, 'ellipsis', totalPages];
}
