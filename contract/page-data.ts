import type { CallName } from './calls.ts';
import type { FirstRequest } from './first-requests.ts';

/** What the data block of a document holds, as JSON. */
export interface PageData {
  readonly calls: readonly {
    readonly name: CallName;
    readonly request: FirstRequest['request'];
    readonly answer: unknown;
    /** Since when a device has kept the answer (ISO 8601); left out: fresh from the shop. */
    readonly savedAt?: string;
  }[];
}

/** The answer to a first request as it goes into a document. */
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

/** The data block of a document, as HTML. */
export function pageDataBlock(carried: readonly CarriedAnswer[], source: DocumentSource): string {
  const calls = carried.map(({ first: { name, request }, json, savedAt }) => {
    const since = savedAt === null ? '' : `,"savedAt":${JSON.stringify(savedAt)}`;
    return `{"name":${JSON.stringify(name)},"request":${JSON.stringify(request)},"answer":${json}${since}}`;
  });
  const json = escapeJson(`{"calls":[${calls.join(',')}]}`);
  return `<script type="application/json" id="${pageDataId}" data-source="${source}">${json}</script>`;
}
