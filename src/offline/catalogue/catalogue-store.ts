import { Dexie, type Table } from 'dexie';
import { catalogueShape } from '#contract/catalogue/catalogue-shape.ts';
import { type PackedReplica, packedFormat } from '#contract/catalogue/packed-replica.ts';
import type { Product } from '#contract/shop/product.ts';
import { deviceDatabaseOptions, type IndexedDb } from '#offline/stores/indexed-db.ts';

/** With which shape a row was written; rows of another one count as not there. */
interface Shaped {
  readonly shape: number;
}

/** How far this device's copy of the catalogue reaches. */
export interface ReplicaState {
  /** Where `/products/changes` goes on from. */
  readonly cursor: string;
  /** Pages of the untouched shop when the snapshot was taken. */
  readonly totalPages: number;
  /** What the studio counts as one word in searches. */
  readonly synonyms: string[][];
  /** Every published design is here, so that any listing can be answered as the server would. */
  readonly isWhole: boolean;
  /** ISO 8601, the device's clock: when the shop last said what is in it. */
  readonly checkedAt: string;
}

/** One answer of the shop, as it came. */
export interface SavedAnswer {
  /** The call and its request, in one spelling. */
  readonly key: string;
  readonly answer: object;
  /** ISO 8601, the device's clock. */
  readonly savedAt: string;
  /** Where the copy of the catalogue stood that gave it; none: the shop gave it. */
  readonly cursor?: string;
}

/** A copy of the catalogue that is read at once. */
export interface StoredReplica {
  readonly packed: PackedReplica;
  /** What came or changed since, and the ids of what went. */
  readonly changed: readonly Product[];
  readonly removed: readonly string[];
}

/** The public catalogue as this device keeps it; the same for whoever is signed in. */
export interface CatalogueStore {
  readProducts(): Promise<Product[]>;
  readProduct(productId: string): Promise<Product | null>;
  readState(): Promise<ReplicaState | null>;
  /** Puts a snapshot in the place of what was kept. */
  saveSnapshot(products: readonly Product[], state: ReplicaState): Promise<void>;
  /**
   * Answers how many designs changed since the copy was packed; null: it isn't packed.
   * @throws where what is kept doesn't stand at `since`: changes on top of it would leave gaps.
   */
  applyChanges(
    since: string,
    products: readonly Product[],
    removed: readonly string[],
    state: ReplicaState,
  ): Promise<number | null>;
  /** The copy at `cursor` as it was packed, and what changed since; null: it isn't packed. */
  readPacked(cursor: string): Promise<StoredReplica | null>;
  savePacked(cursor: string, packed: PackedReplica): Promise<void>;
  readAnswer(key: string): Promise<SavedAnswer | null>;
  saveAnswer(answer: SavedAnswer): Promise<void>;
  forgetAnswer(key: string): Promise<void>;
  /** Deletes all other answers and tells their keys. */
  forgetAnswersBut(kept: ReadonlySet<string>): Promise<readonly string[]>;
  countProducts(): Promise<number>;
  /** Calls back when somebody deletes what is kept. */
  onLost(listener: () => void): void;
  close(): void;
}

/** The oldest answers beyond this many go: a buyer pages through endlessly many listings. */
const mostAnswers = 200;

interface ReplicaRow extends ReplicaState, Shaped {
  readonly name: 'replica';
}

interface PackedRow extends PackedReplica {
  readonly name: 'packed';
}

/** Apart from what is packed, so that a sale writes this alone. */
interface PackedState {
  readonly name: 'packed-state';
  /** Where the copy stands that is packed, with the changes. */
  readonly cursor: string;
  /** The ids of designs that came, changed or went since. */
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
      ...deviceDatabaseOptions,
      // All of it can be asked for again.
      chromeTransactionDurability: 'relaxed',
      ...(idb ?? {}),
    });
    this.version(1).stores({ products: '_id', answers: 'key, savedAt', states: 'name' });
  }
}

/** Opens lazily, with the first question. @throws where the browser refuses IndexedDB, from each method. */
export function openCatalogueStore(idb: IndexedDb | null): CatalogueStore {
  const database = new CatalogueDatabase(idb);
  const { products: rows, answers, states } = database;
  const withState = (state: ReplicaState) =>
    states.put({ name: 'replica', shape: catalogueShape, ...state });
  const stateRow = <Row extends StateRow>(name: Row['name']) =>
    states.get(name) as Promise<Row | undefined>;
  return {
    readProducts: async () => rows.toArray(),
    readProduct: async (productId) => (await rows.get(productId)) ?? null,
    async readState() {
      const saved = await stateRow<ReplicaRow>('replica');
      if (saved?.shape !== catalogueShape) return null;
      const { name: _, shape: __, ...state } = saved;
      return state;
    },
    async saveSnapshot(products, state) {
      await database.transaction('rw', rows, states, () =>
        rows
          .clear()
          .then(() => rows.bulkPut([...products]))
          // Another history of the shop may come to the same cursor.
          .then(() => states.delete('packed-state'))
          .then(() => withState(state)),
      );
    },
    async applyChanges(since, products, removed, state) {
      return database.transaction('rw', rows, states, async () => {
        const kept = await stateRow<ReplicaRow>('replica');
        if (kept?.cursor !== since || kept.shape !== catalogueShape)
          throw new Error('Not at since');
        await rows.bulkDelete([...removed]);
        await rows.bulkPut([...products]);
        await withState(state);
        const packed = await stateRow<PackedState>('packed-state');
        if (packed?.cursor !== since) return null;
        const ids = [...removed, ...products.map(({ _id }) => _id)];
        const changed = [...new Set([...packed.changed, ...ids])];
        await states.put({ ...packed, cursor: state.cursor, changed });
        return changed.length;
      });
    },
    async readPacked(cursor) {
      const state = await stateRow<PackedState>('packed-state');
      if (state?.cursor !== cursor) return null;
      const packed = await stateRow<PackedRow>('packed');
      if (packed?.format !== packedFormat) return null;
      const found = await rows.bulkGet([...state.changed]);
      const changed = found.filter((product) => product !== undefined);
      return { packed, changed, removed: state.changed.filter((_, place) => !found[place]) };
    },
    async savePacked(cursor, packed) {
      await states.bulkPut([
        { name: 'packed', ...packed },
        { name: 'packed-state', cursor, changed: [] },
      ]);
    },
    async readAnswer(key) {
      const saved = await answers.get(key);
      return saved?.shape === catalogueShape ? saved : null;
    },
    async saveAnswer(answer) {
      await answers.put({ ...answer, shape: catalogueShape });
      const tooMany = (await answers.count()) - mostAnswers;
      if (tooMany <= 0) return;
      await answers.bulkDelete(await answers.orderBy('savedAt').limit(tooMany).primaryKeys());
    },
    forgetAnswer: async (key) => answers.delete(key),
    forgetAnswersBut: (kept) =>
      database.transaction('rw', answers, async () => {
        const keys = (await answers.toCollection().primaryKeys()).filter((key) => !kept.has(key));
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
