import { studioPageSize } from '#contract/studio/list.ts';

/** Where a page of a list begins among its rows. */
export function pageOffset(page: number): number {
  return (page - 1) * studioPageSize;
}

/** A page of a list as the contract has it. */
export function listPage<T>(items: T[], total: number) {
  return { items, total, totalPages: Math.max(1, Math.ceil(total / studioPageSize)) };
}
