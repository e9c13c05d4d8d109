/** The URL of another page of a list, with its search and filters. */
export function pagePath(path: string, search: URLSearchParams, page: number): string {
  const there = new URLSearchParams(search);
  there.set('page', String(page));
  return `${path}?${there}`;
}
