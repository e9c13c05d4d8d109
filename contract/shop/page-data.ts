import type { CallName } from './calls.ts';
import type { FirstRequest } from './first-requests.ts';

/** The JSON in a document's data block, or the JSON the worker sends to its page. */
export interface PageData {
  readonly calls: readonly {
    readonly name: CallName;
    readonly request: FirstRequest['request'];
    readonly answer: unknown;
    /** When the device stored the answer (ISO 8601); missing if it is fresh from the shop. */
    readonly savedAt?: string;
  }[];
}

/** The answer to a first request, as it is sent to a page. */
export interface CarriedAnswer {
  readonly first: FirstRequest;
  /** The answer as JSON. */
  readonly json: string;
  /** As in `PageData`; null if it is fresh from the shop. */
  readonly savedAt: string | null;
}

/** The id of the element with a document's data: a data block of the shop's, or the device's preload of it. */
export const pageDataId = 'page-data';

/** Escapes JSON for a data block, so that no `<` ends the block or starts a comment. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/** Builds the JSON of `PageData` from the answers. */
export function pageDataJson(carried: readonly CarriedAnswer[]): string {
  const calls = carried.map(({ first: { name, request }, json, savedAt }) => {
    const since = savedAt === null ? '' : `,"savedAt":${JSON.stringify(savedAt)}`;
    return `{"name":${JSON.stringify(name)},"request":${JSON.stringify(request)},"answer":${json}${since}}`;
  });
  return `{"calls":[${calls.join(',')}]}`;
}

/** Builds the data block of a document from the shop, as HTML. */
export function pageDataBlock(carried: readonly CarriedAnswer[]): string {
  const json = escapeJson(pageDataJson(carried));
  return `<script type="application/json" id="${pageDataId}">${json}</script>`;
}

/** The worker alone answers at this path, with the device's stored data for the screen at an address. */
export const deviceDataPath = '/device-data';

/** For the shell in place of the data block: requests the stored answers before the page's scripts run. */
export function deviceDataPreload({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const url = `${deviceDataPath}?${new URLSearchParams({ of: pathname + search })}`;
  return `<link rel="preload" as="fetch" id="${pageDataId}" href="${url}">`;
}

/** With a `crossorigin` in the preload, and any other request, WebKit asks twice. */
export const preloadedRequest = { mode: 'no-cors', credentials: 'include' } as const;
