import type { CallName } from './calls.ts';
import type { FirstRequest } from './first-requests.ts';

/** What the data block of a document holds, or the worker says to its page, as JSON. */
export interface PageData {
  readonly calls: readonly {
    readonly name: CallName;
    readonly request: FirstRequest['request'];
    readonly answer: unknown;
    /** Since when a device has kept the answer (ISO 8601); left out: fresh from the shop. */
    readonly savedAt?: string;
  }[];
}

/** The answer to a first request as it goes to a page. */
export interface CarriedAnswer {
  readonly first: FirstRequest;
  /** The answer as JSON. */
  readonly json: string;
  /** As in `PageData`; null: fresh from the shop. */
  readonly savedAt: string | null;
}

/** The element in which a document carries its data. */
export const pageDataId = 'page-data';

/** JSON for a data block: `<` can't end the block or begin a comment. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

/** Whose document carries the data: the shop's own, or the shell that the device filled in. */
export type DocumentSource = 'shop' | 'device';

/** The answers as the JSON of `PageData`. */
export function pageDataJson(carried: readonly CarriedAnswer[]): string {
  const calls = carried.map(({ first: { name, request }, json, savedAt }) => {
    const since = savedAt === null ? '' : `,"savedAt":${JSON.stringify(savedAt)}`;
    return `{"name":${JSON.stringify(name)},"request":${JSON.stringify(request)},"answer":${json}${since}}`;
  });
  return `{"calls":[${calls.join(',')}]}`;
}

/** The data block of a document of the shop, as HTML. */
export function pageDataBlock(carried: readonly CarriedAnswer[]): string {
  return dataBlock('shop', escapeJson(pageDataJson(carried)));
}

/** Where the worker, and nobody else, says what the device keeps for the screen at an address. */
export const deviceDataPath = '/device-data';

/** Where the answers are that the shell at this address needs first. */
export function deviceDataUrl({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return `${deviceDataPath}?${new URLSearchParams({ of: pathname + search })}`;
}

/** What the shell has in place of the data: the page's request for it, which leaves before its scripts run. */
export function deviceDataBlock(at: Pick<URL, 'pathname' | 'search'>): string {
  const preload = `<link rel="preload" as="fetch" crossorigin="anonymous" href="${deviceDataUrl(at)}">`;
  return preload + dataBlock('device', '');
}

function dataBlock(source: DocumentSource, json: string): string {
  return `<script type="application/json" id="${pageDataId}" data-source="${source}">${json}</script>`;
}
