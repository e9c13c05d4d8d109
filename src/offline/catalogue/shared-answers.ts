import { callKey } from '#api/query-cache.ts';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { type FirstRequest, firstRequests } from '#contract/shop/first-requests.ts';
import type { PathName } from '#contract/shop/paths.ts';

/** Calls that all screens need besides the designs, even screens never opened before. */
const neededByAll = [
  'shopSettings',
  'collections',
  'featuredImages',
  'customStatus',
  'licenceTexts',
  'licenceRegister',
  'homeTexts',
  'terms',
  'writtenPages',
] as const satisfies readonly AskedCatalogueCall['name'][];

/** Screens with a listing that an installed shop starts with, from its icon or its tabs. */
const startScreens: readonly PathName[] = ['home', 'shop', 'bestSellers'];

/** Turns a document's first request into a catalogue call; all first requests are catalogue calls. */
export function callOf({ name, request }: FirstRequest): AskedCatalogueCall {
  const { params = {}, query = {} } = request;
  return { name: name as AskedCatalogueCall['name'], params, query };
}

function plain(name: AskedCatalogueCall['name']): AskedCatalogueCall {
  return { name, params: {}, query: {} };
}

/** The key of a stored answer, the same as in the page's query cache. */
export function keyOf({ name, params, query }: AskedCatalogueCall): string {
  return callKey(name, { params, query });
}

/** The calls to store on every device: those all screens need, and the first calls of start screens. Without duplicates. */
export function sharedCalls(): AskedCatalogueCall[] {
  const firsts = startScreens.flatMap((screen) => firstRequests(screen, {}, '').map(callOf));
  const asked = [...neededByAll.map(plain), ...firsts];
  return [...new Map(asked.map((each) => [keyOf(each), each])).values()];
}

/** Keys of stored answers that don't show what somebody looked at. */
export function sharedAnswerKeys(): ReadonlySet<string> {
  return new Set(sharedCalls().map(keyOf));
}
