import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { indexInPieces } from '#contract/catalogue/index-in-pieces.ts';
import type { Place } from '#contract/catalogue/listing.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';
import type { LoadedReplica } from './loaded-replica.ts';

export interface OlderDesignsParts {
  readonly store: Pick<CatalogueStore, 'addOlder'>;
  readonly loaded: Pick<LoadedReplica, 'load' | 'replace' | 'pack'>;
  /**
   * Makes a call to the shop.
   * @throws ApiError
   */
  readonly ask: (asked: AskedCatalogueCall) => Promise<object>;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
}

export const placeOf = ({ publishedAt, _id }: Place): Place => ({ publishedAt, _id });

/**
 * Fetches the designs that follow the oldest one of an incomplete replica, and stores them. Resolves with
 * whether more may follow. What can't be stored isn't used either, because the next changes would be stored
 * on top of a gap.
 * @throws ApiError
 */
export async function takeOlder({
  store,
  loaded,
  ask,
  nextTurn,
}: OlderDesignsParts): Promise<boolean> {
  const { replica, state, packed } = await loaded.load();
  if (!state?.oldest || state.isWhole || replica.size >= limits.deviceSize) return false;
  // Packing uses the current contents.
  await packed;
  const { publishedAt, _id: id } = state.oldest;
  const { products, isLast, total } = (await ask({
    name: 'productsOlder',
    params: {},
    query: { publishedAt, id },
  })) as CallAnswer<'productsOlder'>;
  const { oldest: _, ...rest } = state;
  const oldest = isLast ? undefined : products.at(-1);
  const next: ReplicaState = {
    ...rest,
    ...{ total, isWhole: isLast },
    totalPages: Math.ceil(total / limits.shopPageSize),
    ...(oldest && { oldest: placeOf(oldest) }),
  };
  const isStored = await store.addOlder(state, products, next).then(
    () => true,
    () => false,
  );
  if (!isStored) return false;
  const now = await loaded.load();
  // A snapshot or changes came first: what they contain is newer. The next call starts from there.
  if (now.replica !== replica || now.state?.cursor !== state.cursor) return true;
  replica.apply(products, []);
  const hasMore = !isLast && replica.size < limits.deviceSize;
  const indexing = hasMore ? indexInPieces(replica, nextTurn) : loaded.pack(replica, state.cursor);
  loaded.replace({ replica, state: { ...now.state, ...next }, packed: indexing });
  await indexing;
  return hasMore;
}
