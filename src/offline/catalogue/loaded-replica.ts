import { indexInChunks } from '#contract/catalogue/index-in-chunks.ts';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';

export interface LoadedReplicaParts {
  readonly store: Pick<
    CatalogueStore,
    'readState' | 'awaitState' | 'readPacked' | 'readProducts' | 'savePacked' | 'saveSnapshot'
  >;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
}

/** The replica in memory. */
export interface Loaded {
  readonly replica: Replica;
  /** Null: the device has no replica, and this one is empty. */
  readonly state: ReplicaState | null;
  /** Settles once the replica is packed for the next start, or packing failed. */
  readonly packed: Promise<void>;
}

/** The device's replica of the catalogue. Reading all of it is slow on a phone, so it is loaded on first use. */
export interface LoadedReplica {
  isLoaded(): boolean;
  /** Loads it, unless it is loaded already. An empty one where there is none or it can't be read, until it can. */
  load(): Promise<Loaded>;
  /** Its state, without loading it; null: there is none, or it can't be read now. */
  state(): Promise<ReplicaState | null>;
  /**
   * Its state, before a snapshot would replace it; null: there is none.
   * @throws if that can't be read: a database that is busy, or closed for want of space, may have more designs
   */
  awaitState(): Promise<ReplicaState | null>;
  replace(next: Loaded): void;
  /** Indexes all designs for searches and stores the result for the next start. Never rejects. */
  pack(replica: Replica, state: ReplicaState): Promise<void>;
  /** Stores the replica in memory in place of what the device has, and packs it. Does nothing if none is loaded. */
  saveAgain(): Promise<void>;
}

/** How many changed designs are read row by row before the replica is packed again. */
export const maxUnpacked = 100;

const nothingLoaded = (): Loaded => ({
  replica: createReplica(),
  state: null,
  packed: Promise.resolve(),
});

export function createLoadedReplica({ store, nextTurn }: LoadedReplicaParts): LoadedReplica {
  let loaded: Promise<Loaded> | null = null;

  async function read(): Promise<Loaded> {
    const state = await store.readState();
    if (!state) return nothingLoaded();
    const replica = createReplica();
    replica.setSynonyms(state.synonyms);
    // If the packed replica can't be read, rebuild it from the designs.
    const stored = await store.readPacked(state).catch(() => null);
    if (stored) {
      replica.restore(stored.packed);
      replica.apply(stored.changed, stored.removed);
    } else replica.apply(await store.readProducts(), []);
    const isPacked = stored !== null && stored.changed.length <= maxUnpacked;
    return { replica, state, packed: isPacked ? Promise.resolve() : pack(replica, state) };
  }

  async function pack(replica: Replica, state: ReplicaState): Promise<void> {
    try {
      await indexInChunks(replica, nextTurn);
      await store.savePacked(state, replica.pack());
    } catch {
      // A full device reads its designs row by row and indexes them on each start.
    }
  }

  return {
    isLoaded: () => loaded !== null,
    load() {
      if (loaded) return loaded;
      const reading: Promise<Loaded> = read()
        // Without storage there is no replica, and the shop answers.
        .catch(nothingLoaded)
        .then((found) => {
          // A snapshot arrived in the meantime.
          if (loaded && loaded !== reading) return loaded;
          // Next time it may be readable, or another worker has stored one.
          if (!found.state) loaded = null;
          return found;
        });
      loaded = reading;
      return reading;
    },
    state: async () => (loaded ? (await loaded).state : store.readState().catch(() => null)),
    async awaitState() {
      const { state } = (await loaded) ?? nothingLoaded();
      return state ?? store.awaitState();
    },
    replace(next) {
      loaded = Promise.resolve(next);
    },
    pack,
    async saveAgain() {
      const { replica, state } = (await loaded) ?? nothingLoaded();
      if (!state) return;
      await store.saveSnapshot(replica.designs(), state);
      await pack(replica, state);
    },
  };
}
