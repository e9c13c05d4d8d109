import { Dexie, type Table } from 'dexie';
import * as v from 'valibot';
import { catalogueShape } from '#contract/catalogue/catalogue-shape.ts';
import type { SnapshotKey } from '#contract/catalogue/listing.ts';
import { type PackedReplica, packedFormat } from '#contract/catalogue/packed-replica.ts';
import { type CallName, calls } from '#contract/shop/calls.ts';
import { type Product, productSchema } from '#contract/shop/product.ts';
import { deviceDatabaseOptions, type IndexedDb } from '#offline/stores/indexed-db.ts';

/** The shape a row was written in. Rows in another shape count only where they fit the present one, too. */
interface Shaped {
  readonly shape: number;
}

/** The state of this device's replica of the catalogue. */
export interface ReplicaState {
  /** Where `/products/changes` continues. */
  readonly cursor: string;
  /** Number of pages of the unfiltered shop. */
  readonly totalPages: number;
  /** The studio's groups of synonyms for searches. */
  readonly synonyms: string[][];
  /** All published designs are included, so the replica can answer every listing as the server would. */
  readonly isWhole: boolean;
  /** How many designs are published; missing if the shop hasn't said so. */
  readonly total?: number;
  /** Unless the replica is whole: no design newer than this one is missing; those after it come from `/products/older`. */
  readonly oldest?: SnapshotKey;
  /** ISO 8601, the device's clock: when the shop last confirmed the contents. */
  readonly checkedAt: string;
}

export interface SavedAnswer {
  /** The call and its request, normalized. */
  readonly key: string;
  readonly answer: object;
  /** ISO 8601, the device's clock. */
  readonly savedAt: string;
  /** The replica's cursor if the answer came from the replica; missing if it came from the shop. */
  readonly cursor?: string;
}

/** A replica that can be loaded without indexing. */
export interface StoredReplica {
  readonly packed: PackedReplica;
  /** Designs added or changed since it was packed; `removed` has the ids of those deleted. */
  readonly changed: readonly Product[];
  readonly removed: readonly string[];
}

/** This device's stored public catalogue; the same for all accounts. */
export interface CatalogueStore {
  readProducts(): Promise<Product[]>;
  readProduct(productId: string): Promise<Product | null>;
  readState(): Promise<ReplicaState | null>;
  /** The same, but may wait while many designs are being written. */
  awaitState(): Promise<ReplicaState | null>;
  /** Replaces the stored catalogue with a snapshot. */
  saveSnapshot(products: readonly Product[], state: ReplicaState): Promise<void>;
  /**
   * Stores changes, or the designs that follow `before.oldest`. Resolves with the number of designs changed since the
   * replica was packed; null: it isn't packed.
   * @throws if the stored catalogue isn't at `before`: changes on top of it would leave gaps
   */
  applyChanges(
    before: ReplicaState,
    products: readonly Product[],
    removed: readonly string[],
    state: ReplicaState,
  ): Promise<number | null>;
  /** The packed replica at `state`, and what changed since; null: it isn't packed. */
  readPacked(state: ReplicaState): Promise<StoredReplica | null>;
  /** Stores what was packed at `state`. It doesn't count for any other state. */
  savePacked(state: ReplicaState, packed: PackedReplica): Promise<void>;
  readAnswer(key: string): Promise<SavedAnswer | null>;
  saveAnswer(answer: SavedAnswer): Promise<void>;
  forgetAnswer(key: string): Promise<void>;
  /** Deletes all other answers and resolves with their keys. */
  forgetAnswersBut(wanted: ReadonlySet<string>): Promise<readonly string[]>;
  countProducts(): Promise<number>;
  /** Calls back when somebody deletes the stored catalogue. */
  onLost(listener: () => void): void;
  close(): void;
}

/** Maximum number of stored answers; the oldest are deleted. A buyer can page through endless listings. */
const maxAnswers = 200;

interface ReplicaRow extends ReplicaState, Shaped {
  readonly name: 'replica';
}

interface PackedRow extends PackedReplica {
  readonly name: 'packed';
}

/** Separate from the packed data, so that a small change only writes this. */
interface PackedState {
  readonly name: 'packed-state';
  /** What the packed replica and `changed` add up to: its cursor and the id of its oldest design, if it isn't whole. */
  readonly cursor: string;
  readonly oldest?: string | undefined;
  /** Ids of designs added, changed or removed since packing. */
  readonly changed: readonly string[];
}

type StateRow = ReplicaRow | PackedRow | PackedState;

/** Upgrades only add. */
class CatalogueDatabase extends Dexie {
  declare products: Table<Product, string>;
  declare answers: Table<SavedAnswer & Shaped, string>;
  declare states: Table<StateRow, string>;

  constructor(idb: IndexedDb | null) {
    super('pinwheel-catalogue', {
      ...deviceDatabaseOptions(idb),
      // All of it can be fetched again.
      chromeTransactionDurability: 'relaxed',
    });
    this.version(1).stores({ products: '_id', answers: 'key, savedAt', states: 'name' });
  }
}

/**
 * Opens the stored catalogue on first use.
 * @throws from each method, if the browser refuses IndexedDB
 */
export function openCatalogueStore(idb: IndexedDb | null): CatalogueStore {
  const database = new CatalogueDatabase(idb);
  const { products: rows, answers, states } = database;
  const withState = (state: ReplicaState) =>
    states.put({ name: 'replica', shape: catalogueShape, ...state });
  const stateRow = <Row extends StateRow>(name: Row['name']) =>
    states.get(name) as Promise<Row | undefined>;
  /** A device that got a new version and starts without the shop still has what it had. False if it doesn't fit. */
  async function reshapeReplica(state: ReplicaState): Promise<boolean> {
    const fitting = v.safeParse(v.array(productSchema), await rows.toArray());
    if (!fitting.success) return false;
    await database.transaction('rw', rows, states, async () => {
      await rows.bulkPut(fitting.output);
      await states.delete('packed-state');
      await withState(state);
    });
    return true;
  }
  async function readState(): Promise<ReplicaState | null> {
    const saved = await stateRow<ReplicaRow>('replica');
    if (!saved) return null;
    const { name: _, shape, ...state } = saved;
    return shape === catalogueShape || (await reshapeReplica(state)) ? state : null;
  }
  return {
    readProducts: async () => rows.toArray(),
    readProduct: async (productId) => (await rows.get(productId)) ?? null,
    readState,
    awaitState: readState,
    async saveSnapshot(products, state) {
      await database.transaction('rw', rows, states, () =>
        rows
          .clear()
          .then(() => rows.bulkPut([...products]))
          // After a reset of the shop, the same cursor may mean other contents.
          .then(() => states.delete('packed-state'))
          .then(() => withState(state)),
      );
    },
    applyChanges: async (before, products, removed, state) =>
      database.transaction('rw', rows, states, async () => {
        const stored = await stateRow<ReplicaRow>('replica');
        const isBefore =
          stored?.cursor === before.cursor &&
          stored.shape === catalogueShape &&
          stored.oldest?._id === before.oldest?._id;
        if (!isBefore) throw new Error('Not at before');
        await rows.bulkDelete([...removed]);
        await rows.bulkPut([...products]);
        await withState(state);
        const packed = await stateRow<PackedState>('packed-state');
        if (!packed || !isAt(packed, before)) return null;
        const ids = [...removed, ...products.map(({ _id }) => _id)];
        const changed = [...new Set([...packed.changed, ...ids])];
        const { cursor, oldest } = state;
        await states.put({ ...packed, cursor, oldest: oldest?._id, changed });
        return changed.length;
      }),
    async readPacked(replicaState) {
      const state = await stateRow<PackedState>('packed-state');
      if (!state || !isAt(state, replicaState)) return null;
      const packed = await stateRow<PackedRow>('packed');
      if (packed?.format !== packedFormat) return null;
      const found = await rows.bulkGet([...state.changed]);
      const changed = found.filter((product) => product !== undefined);
      return { packed, changed, removed: state.changed.filter((_, place) => !found[place]) };
    },
    async savePacked(state, packed) {
      const { cursor, oldest } = state;
      await states.bulkPut([
        { name: 'packed', ...packed },
        { name: 'packed-state', cursor, oldest: oldest?._id, changed: [] },
      ]);
    },
    async readAnswer(key) {
      const saved = (await answers.get(key)) ?? null;
      return saved && (saved.shape === catalogueShape ? saved : reshaped(saved));
    },
    async saveAnswer(answer) {
      await answers.put({ ...answer, shape: catalogueShape });
      const tooMany = (await answers.count()) - maxAnswers;
      if (tooMany <= 0) return;
      await answers.bulkDelete(await answers.orderBy('savedAt').limit(tooMany).primaryKeys());
    },
    forgetAnswer: async (key) => answers.delete(key),
    forgetAnswersBut: (wanted) =>
      database.transaction('rw', answers, async () => {
        const keys = (await answers.toCollection().primaryKeys()).filter((key) => !wanted.has(key));
        await answers.bulkDelete(keys);
        return keys;
      }),
    countProducts: async () => rows.count(),
    onLost: (listener) =>
      database.on('versionchange', ({ newVersion }) => {
        if (newVersion === null) listener();
      }),
    close: () => database.close(),
  };
}

/** Whether a packed replica belongs to this state. */
function isAt(
  { cursor, oldest }: Pick<PackedState, 'cursor' | 'oldest'>,
  state: ReplicaState,
): boolean {
  return cursor === state.cursor && oldest === state.oldest?._id;
}

/** An answer stored in another shape, as the call answers now; null if it doesn't fit. */
function reshaped(saved: SavedAnswer): SavedAnswer | null {
  const [name] = JSON.parse(saved.key) as [CallName];
  const fitting = v.safeParse(calls[name].answer, saved.answer);
  return fitting.success ? { ...saved, answer: fitting.output } : null;
}
