import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CatalogueCall, replicaAnswers } from '#contract/catalogue/catalogue-calls.ts';
import { indexedAtOnce, indexInChunks } from '#contract/catalogue/index-in-chunks.ts';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import type { Collection } from '#contract/shop/collection.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { SearchEngineTexts } from '#contract/studio/content.ts';
import { limits } from '#contract/wire/limits.ts';
import { createQueue } from '#contract/wire/queue.ts';
import type { CardHashes } from '../licences/cards/register.ts';
import { changeNumber, changesAfter } from '../platform/database/changes-after.ts';
import type { Database } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { FollowedChanges } from './followed-changes.ts';
import { type PublicFacts, readFacts } from './public-facts.ts';
import { publishedCollections } from './published-collections.ts';
import { publishedIds, publishedProducts } from './queries.ts';

/** With more changed products than this, a reader should fetch the snapshot, which isn't larger. */
const maxChanges = limits.snapshotSize;

/** How many changed designs are read at once. SQLite answers synchronously, so many at once would hold up requests. */
const readAtOnce = 100;

/** The server's replica of the published catalogue, kept up to date from the change feed. */
export interface CatalogueFeed {
  /** Answers a catalogue call from memory; null if the product or version doesn't exist. */
  answer<N extends CatalogueCall>(
    name: N,
    input: Pick<CallInput<N>, 'params' | 'query'>,
  ): CallAnswer<N> | null;
  /** All published designs, newest first. */
  designs(): readonly Product[];
  /**
   * Applies the database's changes since the last refresh; cheap if there are none. Reads everything again if the
   * database has lost changes that were applied.
   */
  refresh(): Promise<void>;
  /** What the documents of the main pages say to search engines. */
  readonly searchEngineTexts: SearchEngineTexts;
  /** Names the newest change that the answers include. It is another one after every public change. */
  readonly cursor: string;
  /** Whether `/products/changes` can continue from this cursor. */
  knows(cursor: string): boolean;
  /** Whether searches are answered at once. If not, a search would first index all designs still waiting for it. */
  readonly isSearchable: boolean;
  /** Resolves once every design is indexed for search. */
  searchable(): Promise<void>;
}

type Answers = {
  readonly [N in CatalogueCall]: (
    input: Pick<CallInput<N>, 'params' | 'query'>,
  ) => CallAnswer<N> | null;
};

/** Reads the whole published catalogue once, then follows the change feed on `refresh`. */
export async function openCatalogue(
  database: Database,
  payments: ShopSettings['payments'],
  env: Pick<Env, 'timeZone'> = { timeZone: 'UTC' },
): Promise<CatalogueFeed> {
  const replica = createReplica();
  const followed = new FollowedChanges();
  const cardHashes: CardHashes = new Map();
  let facts = await readFacts(database, payments, cardHashes, env);
  let collections: Collection[] = [];
  /** The number of the newest change that changed the synonyms. */
  let synonymsSeq = 0;
  let indexing: Promise<void> | null = null;
  const inTurn = createQueue();
  let next: Promise<void> | null = null;

  function index(): void {
    if (replica.prepareSearch(indexedAtOnce)) return;
    indexing ??= indexInChunks(replica, nextTurn).finally(() => {
      indexing = null;
    });
  }

  async function readChanges(): Promise<void> {
    const { read } = database;
    const { changes, isFromStart } = await changesAfter(read, followed.cursor);
    if (changes.length === 0 && !isFromStart) return;
    const changed = changes.flatMap(({ productId }) => productId ?? []);
    const gone = new Set(isFromStart ? replica.designs().map(({ _id }) => _id) : changed);
    const products = isFromStart
      ? await readAll(read, gone.size > 0)
      : await readInPieces(read, [...gone]);
    for (const { _id } of products) gone.delete(_id);
    // Their prices and pictures depend on their designs. At the start, too, none may be older than the cursor.
    const newCollections = await publishedCollections(read);
    const factsSeq = changes.findLast(({ productId }) => productId === null)?.seq ?? 0;
    const hasFacts = isFromStart || factsSeq > 0;
    const newFacts = hasFacts ? await readFacts(database, payments, cardHashes, env) : facts;
    // From here on nothing is awaited, so that no answer has a cursor that its contents don't fit.
    replica.apply(products, [...gone]);
    collections = newCollections;
    // Changes from before the server started aren't known.
    if (isFromStart || JSON.stringify(facts.synonyms) !== JSON.stringify(newFacts.synonyms)) {
      synonymsSeq = factsSeq;
      replica.setSynonyms(newFacts.synonyms);
    }
    facts = newFacts;
    followed.add(changes, isFromStart);
    index();
  }

  await readChanges();
  const answers = answersOf(replica, followed, () => ({ facts, collections, synonymsSeq }));
  return {
    get searchEngineTexts() {
      return facts.searchEngineTexts;
    },
    get cursor() {
      return followed.cursor;
    },
    knows: (cursor) => followed.knows(cursor),
    get isSearchable() {
      return indexing === null;
    },
    searchable: () => indexing ?? Promise.resolve(),
    answer: (name, input) => answers[name](input),
    designs: replica.designs,
    refresh() {
      // Refreshes run one at a time, so that each caller sees what was committed before its call. One that
      // hasn't begun serves several.
      next ??= inTurn(() => {
        next = null;
        return readChanges();
      });
      return next;
    },
  };
}

/** All published designs. While requests run, in pieces, which takes longer. */
async function readAll(read: Database['read'], isRunning: boolean): Promise<Product[]> {
  return isRunning ? readInPieces(read, await publishedIds(read)) : publishedProducts(read);
}

/** The published ones of these designs. */
async function readInPieces(read: Database['read'], ids: readonly string[]): Promise<Product[]> {
  const products: Product[] = [];
  for (let at = 0; at < ids.length; at += readAtOnce) {
    if (at > 0) await nextTurn();
    products.push(...(await publishedProducts(read, ids.slice(at, at + readAtOnce))));
  }
  return products;
}

function answersOf(
  replica: Replica,
  followed: Pick<FollowedChanges, 'cursor' | 'after'>,
  now: () => { facts: PublicFacts; collections: Collection[]; synonymsSeq: number },
): Answers {
  return {
    filterOptions: () => replicaAnswers.filterOptions(replica),
    productsFilter: (input) => replicaAnswers.productsFilter(replica, input),
    products: () => {
      const { synonyms } = now().facts;
      const { size: total } = replica;
      return { ...replica.snapshot(), synonyms, cursor: followed.cursor, total };
    },
    productsOlder: ({ query: { publishedAt, id } }) => ({
      ...replica.olderThan({ publishedAt, _id: id }),
      cursor: followed.cursor,
    }),
    productsSearch: (input) => replicaAnswers.productsSearch(replica, input),
    productsFacets: (input) => replicaAnswers.productsFacets(replica, input),
    productsSuggest: (input) => replicaAnswers.productsSuggest(replica, input),
    productsBestSelling: (input) => replicaAnswers.productsBestSelling(replica, input),
    productsNewArrivals: () => replicaAnswers.productsNewArrivals(replica),
    product: (input) => replicaAnswers.product(replica, input),
    productsGoingWith: (input) => replicaAnswers.productsGoingWith(replica, input),
    productsChosen: (input) => replicaAnswers.productsChosen(replica, input),
    collections: () => ({ collections: now().collections }),
    featuredImages: () => now().facts.featuredImages,
    licenceTexts: () => now().facts.licenceTexts,
    licenceRegister: () => now().facts.licenceRegister,
    customStatus: () => now().facts.customStatus,
    shopSettings: () => now().facts.shopSettings,
    homeTexts: () => now().facts.homeTexts,
    writtenPages: () => now().facts.writtenPages,
    terms: ({ query: { version } }) => {
      const { terms, termsInForce } = now().facts;
      if (version === '' || version === termsInForce.version) return termsInForce;
      const earlier = terms.get(version);
      return earlier ? { version, terms: earlier } : null;
    },
    productsChanges: ({ query: { since } }) => {
      const { facts, synonymsSeq } = now();
      const { cursor } = followed;
      const { size: total } = replica;
      const synonyms = synonymsSeq > changeNumber(since) ? facts.synonyms : null;
      const ids = followed.after(since);
      // Also for one who knows changes that the database has lost.
      if (!ids || ids.length > maxChanges) {
        return { products: [], removed: [], synonyms, cursor, total, isReset: true };
      }
      const products = ids.flatMap((id) => replica.product(id) ?? []);
      const removed = ids.filter((id) => !replica.product(id));
      return { products, removed, synonyms, cursor, total, isReset: false };
    },
  };
}
