/** The largest page number the listing calls accept. */
const lastPage = 1_000_000;

/** A page number from a URL; anything else is page 1. */
export function readPage(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), lastPage);
}

/** A sort from a URL that is one of these, else null. */
export function readSort<S extends string>(
  parameters: URLSearchParams,
  sorts: readonly S[],
): S | null {
  const text = parameters.get('sort');
  return sorts.find((sort) => sort === text) ?? null;
}

export type UrlEntry = readonly [name: string, value: string | null];

/** `?a=b&c=d` of the entries with a value, in the given order; commas stay readable. */
export function writeUrl(entries: readonly UrlEntry[]): string {
  const parts = entries
    .filter((entry): entry is readonly [string, string] => entry[1] !== null && entry[1] !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
