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

/** The id of the element that holds a document's data. */
export const pageDataId = 'page-data';

/** Escapes JSON for a data block, so that no `<` ends the block or starts a comment. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/** Where the document comes from: the shop's server, or the shell that the device filled in. */
export type DocumentSource = 'shop' | 'device';

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
  return dataBlock('shop', escapeJson(pageDataJson(carried)));
}

/** The worker alone answers at this path, with the device's stored data for the screen at an address. */
export const deviceDataPath = '/device-data';

/** The URL of the stored answers that the shell at this address needs first. */
export function deviceDataUrl({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return `${deviceDataPath}?${new URLSearchParams({ of: pathname + search })}`;
}

/** The data block of the shell: empty, with a preload that requests the data before the page's scripts run. */
export function deviceDataBlock(at: Pick<URL, 'pathname' | 'search'>): string {
  const preload = `<link rel="preload" as="fetch" crossorigin="anonymous" href="${deviceDataUrl(at)}">`;
  return preload + dataBlock('device', '');
}

function dataBlock(source: DocumentSource, json: string): string {
  return `<script type="application/json" id="${pageDataId}" data-source="${source}">${json}</script>`;
}
