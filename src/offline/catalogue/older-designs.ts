import { indexInChunks } from '#contract/catalogue/index-in-chunks.ts';
import type { SnapshotKey } from '#contract/catalogue/listing.ts';
import type { Replica } from '#contract/catalogue/replica.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import { limits } from '#contract/wire/limits.ts';
import { SilentDatabaseError } from '#offline/stores/database-timeout.ts';
import { isQuotaError } from '#offline/stores/quota-error.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';
import type { LoadedReplica } from './loaded-replica.ts';

export interface OlderDesignsParts {
  readonly store: Pick<CatalogueStore, 'awaitState' | 'applyChanges'>;
  readonly loaded: Pick<LoadedReplica, 'state' | 'load' | 'replace' | 'pack'>;
  /**
   * Asks the shop for the designs that follow this one.
   * @throws ApiError
   */
  readonly askOlder: (design: SnapshotKey) => Promise<CallAnswer<'productsOlder'>>;
  /** Runs the work once the replica's changes before it are stored. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
}

/**
 * What came of fetching older designs. `added`: more may follow. `last`: added, and none follows. `complete`: the
 * device has as many as it stores. `outdated`: something newer came first, and the next attempt starts from there.
 * `unstored`: the device can't store them now. `full`: it has no room for them.
 */
export type TakenOlder = 'added' | 'last' | 'complete' | 'outdated' | 'unstored' | 'full';

export const keyOfDesign = ({ publishedAt, _id }: SnapshotKey): SnapshotKey => ({
  publishedAt,
  _id,
});

/**
 * Fetches the designs that follow the oldest one of an incomplete replica, and stores them.
 * @throws ApiError
 */
export async function takeOlder(parts: OlderDesignsParts): Promise<TakenOlder> {
  const { store, loaded, askOlder, inTurn } = parts;
  // Reading the whole replica takes a phone long, and most lack nothing.
  if (!(await loaded.state())?.oldest) return 'complete';
  const { replica, state, packed } = await loaded.load();
  if (!state?.oldest || replica.size >= limits.deviceSize) return 'complete';
  await packed;
  // Otherwise an answer couldn't be stored on top. The next changes bring the device back into step.
  const stored = await store.awaitState().catch(() => null);
  if (stored?.cursor !== state.cursor || stored.oldest?._id !== state.oldest._id) return 'unstored';
  const answer = await askOlder(state.oldest);
  // Another process of the shop may not have seen all changes yet.
  if (Number(answer.cursor) < Number(state.cursor)) return 'outdated';
  return inTurn(() => addOlder(parts, { replica, cursor: state.cursor }, answer));
}

/** Adds the designs of an answer to the replica as it was at `cursor`, stored first. */
async function addOlder(
  { store, loaded, nextTurn }: OlderDesignsParts,
  { replica, cursor }: { readonly replica: Replica; readonly cursor: string },
  answer: CallAnswer<'productsOlder'>,
): Promise<TakenOlder> {
  const { replica: current, state, packed } = await loaded.load();
  // A snapshot or changes came first: what they contain is newer.
  if (current !== replica || state?.cursor !== cursor) return 'outdated';
  // Packing uses the current contents.
  await packed;
  const { products } = answer;
  const next = stateAfter(state, answer);
  const failed = await store.applyChanges(state, products, [], next).then(() => null, failureOf);
  // A snapshot has replaced it in the meantime.
  if ((await loaded.load()).replica !== replica) return 'outdated';
  if (failed) return failed;
  replica.apply(products, []);
  const isLast = next.isWhole || replica.size >= limits.deviceSize;
  const indexing = isLast ? loaded.pack(replica, next) : indexInChunks(replica, nextTurn);
  loaded.replace({ replica, state: next, packed: indexing });
  await indexing;
  return isLast ? 'last' : 'added';
}

/**
 * What an error of the store means; null: a silent database may yet store what it was given. If it doesn't, the next
 * changes find it behind and store the whole replica. To save that, what surely isn't stored isn't used either.
 */
function failureOf(error: unknown): 'unstored' | 'full' | null {
  if (error instanceof SilentDatabaseError) return null;
  return isQuotaError(error) ? 'full' : 'unstored';
}

/** The state of a replica once it has these designs. */
function stateAfter(
  { oldest: _, ...before }: ReplicaState,
  { products, isLast, total }: CallAnswer<'productsOlder'>,
): ReplicaState {
  const oldest = isLast ? undefined : products.at(-1);
  return {
    ...before,
    total,
    isWhole: isLast,
    totalPages: Math.ceil(total / limits.shopPageSize),
    ...(oldest && { oldest: keyOfDesign(oldest) }),
  };
}
