import { studioPageSize } from '#contract/studio/list.ts';

/** The index of a page's first row in its list. */
export function pageOffset(page: number): number {
  return (page - 1) * studioPageSize;
}

/** A page of a list in the contract's shape. */
export function listPage<T>(items: T[], total: number) {
  return { items, total, totalPages: Math.max(1, Math.ceil(total / studioPageSize)) };
}
