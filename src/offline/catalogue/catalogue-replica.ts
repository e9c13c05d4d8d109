import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { indexInChunks } from '#contract/catalogue/index-in-chunks.ts';
import { newestFirst } from '#contract/catalogue/listing.ts';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { Product } from '#contract/shop/product.ts';
import { limits } from '#contract/wire/limits.ts';
import { createQueue } from '#contract/wire/queue.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';
import { createLoadedReplica, maxUnpacked } from './loaded-replica.ts';
import {
  keyOfDesign,
  type OlderDesignsParts,
  type TakenOlder,
  takeOlder,
} from './older-designs.ts';
import { createReplicaAnswers, type ReplicaAnswers } from './replica-answers.ts';

export interface CatalogueReplicaParts {
  readonly store: CatalogueStore;
  /**
   * Makes a call to the shop.
   * @throws ApiError
   */
  readonly ask: (asked: AskedCatalogueCall) => Promise<object>;
  /** Asks the shop for older designs. @throws ApiError */
  readonly askOlder: OlderDesignsParts['askOlder'];
  /** ISO 8601. */
  readonly now: () => string;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
}

/**
 * This device's replica of the catalogue, kept up to date from the shop. Asking for changes only needs its
 * cursor.
 */
export interface CatalogueReplica extends ReplicaAnswers {
  /** The replica's state; null: there is none. */
  state(): Promise<ReplicaState | null>;
  /**
   * Fetches the shop's snapshot in place of the replica. Resolves once it can answer; `saved` resolves once it is
   * stored, or can't be.
   * @throws ApiError
   */
  takeSnapshot(): Promise<{ readonly saved: Promise<void> }>;
  /**
   * Applies the shop's changes. Resolves with true if designs or synonyms changed.
   * @throws ApiError, or the database's error if it can't be read whether there is a replica
   */
  follow(): Promise<boolean>;
  /** Writes the replica in memory again after somebody deleted the stored one. */
  saveAgain(): Promise<void>;
  /** Resolves once the device has stored what searches need. */
  searchable(): Promise<void>;
  /**
   * Fetches the next older designs, up to as many as a device stores.
   * @throws ApiError
   */
  takeOlder(): Promise<TakenOlder>;
  /** The newest designs; null: there is no replica, or it can't be read now. */
  newest(count: number): Promise<readonly Product[] | null>;
}

export function createCatalogueReplica({
  store,
  ask,
  askOlder,
  now,
  nextTurn,
}: CatalogueReplicaParts): CatalogueReplica {
  const loaded = createLoadedReplica({ store, nextTurn });
  const answers = createReplicaAnswers(store, loaded);
  const { load, pack } = loaded;
  /** Changes and older designs are applied one after the other. A snapshot replaces both at any time, which they check for. */
  const inTurn = createQueue();

  async function takeSnapshot(): Promise<{ readonly saved: Promise<void> }> {
    const { products, totalPages, isWhole, synonyms, cursor, total } = (await ask({
      name: 'products',
      params: {},
      query: {},
    })) as CallAnswer<'products'>;
    const oldest = isWhole ? undefined : products.at(-1);
    const next = {
      cursor,
      totalPages,
      isWhole,
      synonyms,
      checkedAt: now(),
      ...(total !== undefined && { total }),
      ...(oldest && { oldest: keyOfDesign(oldest) }),
    };
    const replica = createReplica();
    replica.apply(products, []);
    replica.setSynonyms(synonyms);
    const saved = store.saveSnapshot(products, next);
    const packed = saved.then(() => pack(replica, next), ignore);
    loaded.replace({ replica, state: next, packed });
    // A device that is full keeps the older copy, whole.
    return { saved: saved.catch(ignore) };
  }

  async function follow(): Promise<boolean> {
    const before = await loaded.awaitState();
    if (!before) {
      await (await takeSnapshot()).saved;
      // What the pages show came from the shop, not from an older replica.
      return false;
    }
    // An earlier build didn't record where an incomplete replica ends.
    if (!before.isWhole && !before.oldest) {
      await (await takeSnapshot()).saved;
      return true;
    }
    const changes = (await ask({
      name: 'productsChanges',
      params: {},
      query: { since: before.cursor },
    })) as CallAnswer<'productsChanges'>;
    if (changes.isReset) {
      await (await takeSnapshot()).saved;
      return true;
    }
    if (!loaded.isLoaded() && changes.cursor === before.cursor) {
      const checked = { ...before, checkedAt: now() };
      // If the replica has been deleted meanwhile, the next update finds none.
      await store.applyChanges(before, [], [], checked).catch(ignore);
      return false;
    }
    return inTurn(() => takeOver(before.cursor, changes));
  }

  async function takeOver(since: string, changes: CallAnswer<'productsChanges'>): Promise<boolean> {
    const { replica, state: before, packed } = await load();
    // It was deleted since, or can't be read now: the next update takes a snapshot or reads it again.
    if (before?.cursor !== since) return false;
    // Packing in progress uses the current contents, so let it finish before changing them.
    await packed;
    const { removed, synonyms, cursor, total } = changes;
    const { oldest } = before;
    // Of the designs older than its part, it follows only those that it has.
    const products = changes.products.filter(
      (product) => !oldest || replica.product(product._id) || newestFirst(product, oldest) < 0,
    );
    replica.apply(products, removed);
    if (synonyms) replica.setSynonyms(synonyms);
    const next = {
      ...before,
      ...(synonyms && { synonyms }),
      ...(total !== undefined && { total }),
      cursor,
      checkedAt: now(),
      totalPages: pagesOf(before, before.isWhole ? replica.size : total),
    };
    const saving = saveChanges(replica, { products, removed }, before, next);
    loaded.replace({ replica, state: next, packed: saving });
    await saving;
    return products.length > 0 || removed.length > 0 || synonyms !== null;
  }

  /**
   * Stores the changes on top of `before`, and packs the replica again after many changes. Without a change it doesn't,
   * because packing all of it each minute while older designs are added keeps the database busy.
   */
  async function saveChanges(
    replica: Replica,
    { products, removed }: Pick<CallAnswer<'productsChanges'>, 'products' | 'removed'>,
    before: ReplicaState,
    next: ReplicaState,
  ): Promise<void> {
    try {
      const changed = await store.applyChanges(before, products, removed, next);
      const isSame = products.length === 0 && removed.length === 0;
      if (isSame || (changed !== null && changed <= maxUnpacked)) {
        return indexInChunks(replica, nextTurn);
      }
    } catch {
      // The device lost its replica, was full for a while, or never stored older designs: write all of it again.
      const saved = store.saveSnapshot(replica.designs(), next);
      return saved.then(() => pack(replica, next), ignore);
    }
    return pack(replica, next);
  }

  return {
    ...answers,
    state: loaded.state,
    takeSnapshot,
    follow,
    takeOlder: () => takeOlder({ store, askOlder, loaded, inTurn, nextTurn }),
    saveAgain() {
      answers.forgetStored();
      return inTurn(loaded.saveAgain);
    },
    async searchable() {
      await (await load()).packed;
    },
    async newest(count) {
      const { replica, state } = await load();
      return state && replica.designs().slice(0, count);
    },
  };
}

/** How many pages the unfiltered shop has with this many designs; as before if an older server doesn't say how many. */
function pagesOf({ totalPages }: ReplicaState, designs: number | undefined): number {
  return designs === undefined ? totalPages : Math.ceil(designs / limits.shopPageSize);
}

function ignore(): void {}
