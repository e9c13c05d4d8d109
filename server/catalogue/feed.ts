import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CatalogueCall, replicaAnswers } from '#contract/catalogue/catalogue-calls.ts';
import { indexedAtOnce, indexInPieces } from '#contract/catalogue/index-in-pieces.ts';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import { businessLink } from '#contract/shop/account.ts';
import type { CallAnswer, CallInput } from '#contract/shop/calls.ts';
import type { Collection } from '#contract/shop/collection.ts';
import type { Terms } from '#contract/shop/content.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import type { SearchEngineTexts } from '#contract/studio/content.ts';
import { limits } from '#contract/wire/limits.ts';
import { type CardHashes, licenceRegister } from '../licences/cards/register.ts';
import { textsInForce } from '../licences/stored-texts.ts';
import { changedColors } from '../platform/content/changed-colors.ts';
import { contentInForce, termsByVersion } from '../platform/content/stored-content.ts';
import type { Database } from '../platform/database/open.ts';
import type { Env } from '../platform/env.ts';
import { readSetting, readTimeZone, type Settings } from '../platform/settings/settings.ts';
import { publishedCollections } from './published-collections.ts';
import { featuredImages, publishedProducts } from './queries.ts';

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
  /** Applies the database's changes since the last refresh; cheap if there are none. */
  refresh(): Promise<void>;
  /** What the documents of the main pages say to search engines. */
  readonly searchEngineTexts: SearchEngineTexts;
  /** Increases with every public change. */
  readonly version: number;
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

/** The public data besides the designs. */
type PublicFacts = Readonly<
  Pick<
    CallAnswers,
    | 'featuredImages'
    | 'licenceTexts'
    | 'licenceRegister'
    | 'customStatus'
    | 'shopSettings'
    | 'homeTexts'
  > & {
    readonly synonyms: Settings['synonyms'];
    readonly searchEngineTexts: SearchEngineTexts;
    /** By the version under which buyers accepted them. */
    readonly terms: ReadonlyMap<string, Terms>;
    readonly termsInForce: CallAnswer<'terms'>;
  }
>;
type CallAnswers = { [N in CatalogueCall]: CallAnswer<N> };

/** Reads the whole published catalogue once, then follows the change feed on `refresh`. */
export async function openCatalogue(
  database: Database,
  payments: ShopSettings['payments'],
  env: Pick<Env, 'timeZone'> = { timeZone: 'UTC' },
): Promise<CatalogueFeed> {
  const replica = createReplica();
  /** The newest change of each product, for `/products/changes`. */
  const changeSeqs = new Map<string, number>();
  const cardHashes: CardHashes = new Map();
  let facts = await readFacts(database, payments, cardHashes, env);
  let collections: Collection[] = [];
  /** The newest change that changed the synonyms. */
  let synonymsSeq = 0;
  let version = 0;
  let indexing: Promise<void> | null = null;
  let running = readChanges();
  let next: Promise<void> | null = null;

  function index(): void {
    if (replica.prepareSearch(indexedAtOnce)) return;
    indexing ??= indexInPieces(replica, nextTurn).finally(() => {
      indexing = null;
    });
  }

  async function readChanges(): Promise<void> {
    const isFirst = version === 0;
    const rows = await database.read
      .selectFrom('catalogueChanges')
      .select((row) => ['productId', row.fn.max('seq').as('seq')])
      .where('seq', '>', version)
      .groupBy('productId')
      .execute();
    if (rows.length === 0 && !isFirst) return;
    const ids = rows.flatMap((row) => (row.productId === null ? [] : [row.productId]));
    const products = isFirst
      ? await publishedProducts(database.read)
      : await readInPieces(database.read, ids);
    const published = new Set(products.map((product) => product._id));
    replica.apply(
      products,
      ids.filter((id) => !published.has(id)),
    );
    index();
    // Their prices and pictures depend on their designs. At the start, too, none may be older than the version.
    collections = await publishedCollections(database.read);
    const factsSeq = Number(rows.find((row) => row.productId === null)?.seq ?? 0);
    if (isFirst || factsSeq > 0) {
      const { synonyms } = facts;
      facts = await readFacts(database, payments, cardHashes, env);
      // Changes from before the server started aren't known.
      if (isFirst || JSON.stringify(facts.synonyms) !== JSON.stringify(synonyms)) {
        synonymsSeq = factsSeq;
        replica.setSynonyms(facts.synonyms);
      }
    }
    for (const row of rows) {
      const seq = Number(row.seq);
      if (row.productId !== null) changeSeqs.set(row.productId, seq);
      version = Math.max(version, seq);
    }
  }

  await running;
  const answers = answersOf(replica, changeSeqs, () => ({
    facts,
    collections,
    synonymsSeq,
    version,
  }));
  return {
    get searchEngineTexts() {
      return facts.searchEngineTexts;
    },
    get version() {
      return version;
    },
    get isSearchable() {
      return indexing === null;
    },
    searchable: () => indexing ?? Promise.resolve(),
    answer: (name, input) => answers[name](input),
    designs: replica.designs,
    refresh() {
      // Refreshes run one at a time, so that each caller sees what was committed before its call. One that
      // hasn't begun serves several.
      const begin = () => {
        next = null;
        return readChanges();
      };
      next ??= running.then(begin, begin);
      running = next;
      return next;
    },
  };
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

async function readFacts(
  database: Database,
  payments: ShopSettings['payments'],
  cardHashes: CardHashes,
  env: Pick<Env, 'timeZone'>,
): Promise<PublicFacts> {
  const timeZone = await readTimeZone(database.read, env);
  const [images, licences, register, synonyms, studio, customs, demo, content, terms] =
    await Promise.all([
      featuredImages(database.read),
      textsInForce(database.read),
      licenceRegister(database.read, cardHashes, timeZone),
      readSetting(database.read, 'synonyms'),
      readSetting(database.read, 'studio'),
      readSetting(database.read, 'customStatus'),
      readSetting(database.read, 'demo'),
      contentInForce(database.read),
      termsByVersion(database.read),
    ]);
  const { hero, announcement, footer, featured, reminder, faq, services, guide } = content;
  const { searchEngines } = content;
  const look = changedColors(content.look);
  const { logo, mark = 'both' } = content.look;
  return {
    featuredImages: images,
    licenceTexts: { licenceTexts: Object.values(licences) },
    licenceRegister: register,
    synonyms: synonyms.value,
    searchEngineTexts: searchEngines,
    customStatus: { status: customs.value, updatedAt: customs.updatedAt },
    shopSettings: {
      ...studio.value,
      // It is linked on every page, so only a valid address counts, whoever wrote it.
      socialLink: businessLink(studio.value.socialLink) ?? '',
      licenceItems: licences.SMALL_BUSINESS.items,
      texts: {
        hero,
        announcement,
        footer,
        featured,
        homeTitle: searchEngines.title.replaceAll('{shop}', () => studio.value.name),
        ...(Object.keys(look).length > 0 && { look }),
        ...(logo && { logo }),
        ...(mark !== 'both' && { mark }),
      },
      timeZone,
      payments,
      demo: demo.value,
    },
    homeTexts: { customs: content.customs, reminder, faq, services, guide },
    terms,
    termsInForce: { version: studio.value.termsVersion, terms: content.terms },
  };
}

function answersOf(
  replica: Replica,
  changeSeqs: ReadonlyMap<string, number>,
  now: () => {
    facts: PublicFacts;
    collections: Collection[];
    synonymsSeq: number;
    version: number;
  },
): Answers {
  return {
    filterOptions: () => replicaAnswers.filterOptions(replica),
    productsFilter: (input) => replicaAnswers.productsFilter(replica, input),
    products: () => {
      const { facts, version } = now();
      const { size: total } = replica;
      return { ...replica.snapshot(), synonyms: facts.synonyms, cursor: String(version), total };
    },
    productsOlder: ({ query: { publishedAt, id } }) => ({
      ...replica.olderThan({ publishedAt, _id: id }),
      cursor: String(now().version),
    }),
    productsSearch: (input) => replicaAnswers.productsSearch(replica, input),
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
    terms: ({ query: { version } }) => {
      const { terms, termsInForce } = now().facts;
      if (version === '' || version === termsInForce.version) return termsInForce;
      const earlier = terms.get(version);
      return earlier ? { version, terms: earlier } : null;
    },
    productsChanges: ({ query }) => {
      const since = Number(query.since);
      const { facts, synonymsSeq, version } = now();
      const cursor = String(version);
      const synonyms = synonymsSeq > since ? facts.synonyms : null;
      const ids = [...changeSeqs].flatMap(([id, seq]) => (seq > since ? [id] : []));
      // A cursor from the future belongs to a database that was later restored from a backup.
      if (since === 0 || since > version || ids.length > maxChanges) {
        return { products: [], removed: [], synonyms, cursor, total: replica.size, isReset: true };
      }
      const products = ids.flatMap((id) => replica.product(id) ?? []);
      const removed = ids.filter((id) => !replica.product(id));
      return { products, removed, synonyms, cursor, total: replica.size, isReset: false };
    },
  };
}
