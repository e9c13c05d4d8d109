import { callKey } from '#api/query-cache.ts';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { type FirstRequest, firstRequests } from '#contract/shop/first-requests.ts';
import type { PathName } from '#contract/shop/paths.ts';

/** What screens need beside the designs, whether they were opened before or not. */
const neededByAll = [
  'shopSettings',
  'featuredImages',
  'customStatus',
  'licenceTexts',
] as const satisfies readonly AskedCatalogueCall['name'][];

/** Screens with a listing that an installed shop is opened at: by its icon or by its tabs. */
const startScreens: readonly PathName[] = ['shop', 'bestSellers'];

/** A document's first request as a call: only the catalogue's calls are among those. */
export function callOf({ name, request }: FirstRequest): AskedCatalogueCall {
  const { params = {}, query = {} } = request;
  return { name: name as AskedCatalogueCall['name'], params, query };
}

function plain(name: AskedCatalogueCall['name']): AskedCatalogueCall {
  return { name, params: {}, query: {} };
}

/** An answer is saved under the same text as in the page's cache of answers. */
export function keyOf({ name, params, query }: AskedCatalogueCall): string {
  return callKey(name, { params, query });
}

/** What is asked for whoever uses the device: what all screens need, and what start screens ask first; each once. */
export function sharedCalls(): AskedCatalogueCall[] {
  const firsts = startScreens.flatMap((screen) => firstRequests(screen, {}, '').map(callOf));
  const asked = [...neededByAll.map(plain), ...firsts];
  return [...new Map(asked.map((each) => [keyOf(each), each])).values()];
}

/** Keys of the saved answers that say nothing of what was looked at. */
export function sharedAnswerKeys(): ReadonlySet<string> {
  return new Set(sharedCalls().map(keyOf));
}
