import { type FirstRequest, firstRequests } from '#contract/shop/first-requests.ts';
import type { CarriedAnswer } from '#contract/shop/page-data.ts';
import { paths } from '#contract/shop/paths.ts';
import type { ReadyScreen, WorkerReadiness } from '#offline/catalogue/worker-messages.ts';
import { fillShell } from './fill-shell.ts';

/** What the check reads; the worker passes its own, a test others. */
export interface ReadinessParts {
  readonly version: string;
  /** The stored names of all files of this version. */
  readonly files: readonly string[];
  /** The names of files that are stored. */
  readonly storedFiles: () => Promise<ReadonlySet<string>>;
  readonly shell: () => Promise<Response | undefined>;
  /** The device's answer to a first request, without asking the shop or storing anything. Must not reject. */
  readonly peek: (first: FirstRequest) => Promise<CarriedAnswer | null>;
  readonly origin: string;
}

/** The screens that are checked besides a design, each with the query string of its URL. */
const screens: readonly (readonly [ReadyScreen, string])[] = [
  ['home', ''],
  ['search', 'query=a'],
  ['bestSellers', ''],
  ['collections', ''],
  ['licence', ''],
  ['terms', ''],
  // The other pages of text come with it.
  ['privacy', ''],
];

/** Finds out what this worker could answer now without the shop. It requests nothing. */
export async function checkReadiness(parts: ReadinessParts): Promise<WorkerReadiness> {
  const { version, files, storedFiles, shell, peek, origin } = parts;
  const carried = (screen: ReadyScreen, search = '', params = {}) =>
    Promise.all(firstRequests(screen, params, search).map(peek));
  const isFilled = (answers: readonly (CarriedAnswer | null)[]) =>
    answers.every((answer) => answer !== null);
  const stored = await storedFiles().catch((): ReadonlySet<string> => new Set());

  const startedAt = performance.now();
  const document = await shell();
  if (document) await (await fillShell(document, new URL(paths.shop.path, origin))).text();
  const listing = await carried('shop');
  const shopMs = performance.now() - startedAt;

  const emptyScreens: ReadyScreen[] = isFilled(listing) ? [] : ['shop'];
  const id = firstDesign(listing);
  if (id === null || !isFilled(await carried('product', '', { id }))) emptyScreens.push('product');
  for (const [screen, search] of screens) {
    if (!isFilled(await carried(screen, search))) emptyScreens.push(screen);
  }
  const missingFiles = files.filter((file) => !stored.has(file)).length;
  return { version, files: files.length, missingFiles, emptyScreens, shopMs };
}

/** The id of the first design of a carried listing; null if there is none. */
function firstDesign(listing: readonly (CarriedAnswer | null)[]): string | null {
  const answer = listing.find((each) => each?.first.name === 'productsFilter');
  if (!answer) return null;
  const { products } = JSON.parse(answer.json) as { products: readonly { readonly _id: string }[] };
  return products[0]?._id ?? null;
}
