import type { CallAnswer, CallInput } from '#contract/calls.ts';
import { createReplica, type Replica } from '#contract/replica.ts';
import type { Database } from '../database/open.ts';
import { publishedProducts } from './queries.ts';

/** The catalogue calls that the replica answers. */
export type CatalogueCall =
  | 'filterOptions'
  | 'productsFilter'
  | 'products'
  | 'productsSearch'
  | 'productsBestSelling'
  | 'productsNewArrivals'
  | 'productsChanges'
  | 'product';

/** Past this many changed products a reader is better off with the snapshot. */
const mostChanges = 500;

/** The server's replica of the published catalogue, kept fresh from the change feed. */
export interface CatalogueFeed {
  /** Answers one catalogue call from memory; null where a product is not there. */
  answer<N extends CatalogueCall>(
    name: N,
    input: Pick<CallInput<N>, 'params' | 'query'>,
  ): CallAnswer<N> | null;
  /** Takes in what changed in the database since the last look; cheap when nothing did. */
  refresh(): Promise<void>;
  /** Rises with every change of anything public. */
  readonly version: number;
}

type Answers = {
  readonly [N in CatalogueCall]: (
    input: Pick<CallInput<N>, 'params' | 'query'>,
  ) => CallAnswer<N> | null;
};

/** Reads the whole published catalogue once, then follows the change feed by `refresh`. */
export async function openCatalogue(database: Database): Promise<CatalogueFeed> {
  const replica = createReplica();
  /** The newest change of each product, for `/products/changes`. */
  const changedAt = new Map<string, number>();
  let version = 0;
  let running: Promise<void> | null = null;

  async function readChanges(): Promise<void> {
    const isFirst = version === 0;
    const rows = await database.read
      .selectFrom('catalogueChanges')
      .select((row) => ['productId', row.fn.max('seq').as('seq')])
      .where('seq', '>', version)
      .groupBy('productId')
      .orderBy('seq')
      .execute();
    if (rows.length === 0 && !isFirst) return;
    const ids = rows.flatMap((row) => (row.productId === null ? [] : [row.productId]));
    const products = await publishedProducts(database.read, isFirst ? undefined : ids);
    const published = new Set(products.map((product) => product._id));
    replica.apply(
      products,
      ids.filter((id) => !published.has(id)),
    );
    for (const row of rows) {
      if (row.productId !== null) changedAt.set(row.productId, Number(row.seq));
      version = Math.max(version, Number(row.seq));
    }
  }

  const answers = answersOf(replica, changedAt, () => version);
  const feed: CatalogueFeed = {
    get version() {
      return version;
    },
    answer: (name, input) => answers[name](input),
    refresh() {
      // One look at a time; a change that lands during one is seen by the next.
      running ??= readChanges().finally(() => {
        running = null;
      });
      return running;
    },
  };
  await feed.refresh();
  return feed;
}

function answersOf(
  replica: Replica,
  changedAt: ReadonlyMap<string, number>,
  version: () => number,
): Answers {
  return {
    filterOptions: () => replica.filterOptions(),
    productsFilter: ({ query }) => replica.filter(query),
    products: () => ({ ...replica.snapshot(), cursor: String(version()) }),
    productsSearch: ({ query }) => replica.search(query),
    productsBestSelling: ({ query }) => replica.bestSelling(query),
    productsNewArrivals: () => replica.newArrivals(),
    product: ({ params }) => {
      const product = replica.product(params.id);
      return product && { product };
    },
    productsChanges: ({ query }) => {
      const since = Number(query.since);
      const cursor = String(version());
      const ids = [...changedAt].flatMap(([id, seq]) => (seq > since ? [id] : []));
      // A cursor of the future belongs to a database that was restored from a backup.
      if (since === 0 || since > version() || ids.length > mostChanges) {
        return { products: [], removed: [], cursor, isReset: true };
      }
      const products = ids.flatMap((id) => replica.product(id) ?? []);
      const removed = ids.filter((id) => !replica.product(id));
      return { products, removed, cursor, isReset: false };
    },
  };
}
