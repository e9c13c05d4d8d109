/** The URL of another page of a list, with its search and filters. */
export function pagePath(path: string, search: URLSearchParams, page: number): string {
  const there = new URLSearchParams(search);
  there.set('page', String(page));
  return `${path}?${there}`;
}

/** Goes back to the first page of a list, when its search or a filter changes. */
export function toFirstPage(search: URLSearchParams): void {
  search.delete('page');
  search.delete('olderThan');
}

/** The URL of the same search among rows older than the one with this id. */
export function olderPath(path: string, search: URLSearchParams, olderThan: number): string {
  const there = new URLSearchParams(search);
  toFirstPage(there);
  there.set('olderThan', String(olderThan));
  return `${path}?${there}`;
}
