import * as v from 'valibot';
import { type CallAnswer, type CallInput, calls } from '../shop/calls.ts';
import type { Call } from '../wire/call.ts';
import { queryRecord, templatePattern } from '../wire/url-template.ts';
import type { Replica } from './replica.ts';

/** The calls whose answers are the same for everyone. */
export type CatalogueCall =
  | 'filterOptions'
  | 'productsFilter'
  | 'products'
  | 'productsOlder'
  | 'productsSearch'
  | 'productsFacets'
  | 'productsSuggest'
  | 'productsBestSelling'
  | 'productsNewArrivals'
  | 'productsChosen'
  | 'productsChanges'
  | 'product'
  | 'productsGoingWith'
  | 'collections'
  | 'featuredImages'
  | 'licenceTexts'
  | 'licenceRegister'
  | 'customStatus'
  | 'shopSettings'
  | 'homeTexts'
  | 'terms'
  | 'writtenPages';

export const catalogueCalls: readonly CatalogueCall[] = Object.keys(calls).filter(
  (name): name is CatalogueCall => 'isCatalogue' in calls[name as keyof typeof calls],
);

/** A catalogue call as found in a URL. Its parts are unparsed texts. */
export interface AskedCatalogueCall {
  readonly name: CatalogueCall;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

// Fixed paths come before those with a parameter: `/products/search` is not a product.
const patterns = catalogueCalls
  .map((name) => {
    const { path } = calls[name];
    return { name, pattern: templatePattern(path), isFixed: !path.includes('{') };
  })
  .sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

/** The catalogue call for a GET of this URL; null if there is none. */
export function matchCatalogueCall(url: URL): AskedCatalogueCall | null {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(url.pathname);
    if (match) return { name, params: { ...match.groups }, query: queryRecord(url.search) };
  }
  return null;
}

type Answers = {
  readonly [N in CatalogueCall]?: (
    replica: Replica,
    input: Pick<CallInput<N>, 'params' | 'query'>,
  ) => CallAnswer<N> | null;
};

/** How a replica answers each call, the same on the server and on the device; null: no such product. */
export const replicaAnswers = {
  filterOptions: (replica) => replica.filterOptions(),
  productsFilter: (replica, { query }) => replica.filter(query),
  productsSearch: (replica, { query }) => replica.search(query),
  productsFacets: (replica, { query }) => replica.facets(query),
  productsSuggest: (replica, { query }) => replica.suggest(query.query),
  productsBestSelling: (replica, { query }) => replica.bestSelling(query),
  productsNewArrivals: (replica) => replica.newArrivals(),
  productsChosen: (replica, { query }) => ({
    products: query.ids.flatMap((id) => replica.product(id) ?? []),
  }),
  product: (replica, { params }) => {
    const product = replica.product(params.id);
    return product && { product };
  },
  productsGoingWith: (replica, { params, query }) => replica.goingWith(params.id, query.first),
} as const satisfies Answers;

export type ReplicaCall = keyof typeof replicaAnswers;

export function isReplicaCall(name: CatalogueCall): name is ReplicaCall {
  return name in replicaAnswers;
}

/** Answers a call from the replica; null if it can't: another kind of call, no such product, or a query the server would refuse. */
export function answerFromReplica(
  replica: Replica,
  { name, params, query }: AskedCatalogueCall,
): object | null {
  if (!isReplicaCall(name)) return null;
  const call: Call = calls[name];
  const parsed = {
    params: call.params && v.safeParse(call.params, params),
    query: call.query && v.safeParse(call.query, query),
  };
  if (parsed.params?.success === false || parsed.query?.success === false) return null;
  const input = { params: parsed.params?.output, query: parsed.query?.output };
  return replicaAnswers[name](replica, input as never);
}
