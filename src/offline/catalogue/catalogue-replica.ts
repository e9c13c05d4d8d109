import {
  type AskedCatalogueCall,
  answerFromReplica,
  isReplicaCall,
} from '#contract/catalogue/catalogue-calls.ts';
import { indexInPieces } from '#contract/catalogue/index-in-pieces.ts';
import { createReplica, type Replica } from '#contract/catalogue/replica.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';
import { keyOf } from './shared-answers.ts';

export interface CatalogueReplicaParts {
  readonly store: CatalogueStore;
  /**
   * Makes a call to the shop.
   * @throws ApiError
   */
  readonly ask: (asked: AskedCatalogueCall) => Promise<object>;
  /** ISO 8601. */
  readonly now: () => string;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
}

/** The replica's answer to a call. */
export interface ReplicaAnswer {
  readonly answer: object;
  /** ISO 8601, when the shop last confirmed the replica's contents. */
  readonly savedAt: string;
  /** The version of the replica that answered. */
  readonly cursor: string;
}

/**
 * This device's replica of the catalogue. Reading all of it is slow on a phone, so it is loaded only when a
 * call needs it. A design can be read as a row of its own, answers for documents are stored, and asking for
 * changes only needs the cursor.
 */
export interface CatalogueReplica {
  /** The replica's state; null: there is none. */
  state(): Promise<ReplicaState | null>;
  /** Answers as the shop would; null if the replica can't know. */
  answer(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null>;
  /** Answers from an incomplete replica: there may be more results. */
  guess(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null>;
  /** Stores one of the replica's answers, so that the next start needn't load the replica for it. */
  keep(asked: AskedCatalogueCall, answered: ReplicaAnswer): Promise<void>;
  /**
   * Fetches the whole catalogue in place of the replica. Resolves once it can answer; `saved` resolves once it is
   * stored, or can't be.
   * @throws ApiError
   */
  takeSnapshot(): Promise<{ readonly saved: Promise<void> }>;
  /**
   * Applies the shop's changes. Resolves with true if designs or synonyms changed.
   * @throws ApiError
   */
  follow(): Promise<boolean>;
  /** Call it after stored answers were deleted, so that they are stored again. */
  forgetKept(): void;
  /** Writes the replica in memory again after somebody deleted the stored one. */
  saveAgain(): Promise<void>;
  /** Resolves once the device has stored what searches need. */
  searchable(): Promise<void>;
  /** The newest designs; null: there is no replica, or it can't be read now. */
  newest(count: number): Promise<CallAnswer<'products'>['products'] | null>;
}

interface Held {
  readonly replica: Replica;
  readonly state: ReplicaState | null;
  /** Settles once the replica is packed for the next start, or packing failed. */
  readonly packed: Promise<void>;
}

const nothingHeld = (): Held => ({
  replica: createReplica(),
  state: null,
  packed: Promise.resolve(),
});

/** How many changed designs are read row by row before the replica is packed again. */
const maxUnpacked = 100;

function isInCopy({ name }: AskedCatalogueCall): boolean {
  return isReplicaCall(name) || name === 'products';
}

export function createCatalogueReplica({
  store,
  ask,
  now,
  nextTurn,
}: CatalogueReplicaParts): CatalogueReplica {
  /** The replica in memory; null: not loaded. */
  let held: Promise<Held> | null = null;
  /** The replica's cursor when each answer was stored. */
  const keptAt = new Map<string, string>();

  async function load(): Promise<Held> {
    const state = await store.readState();
    if (!state) return nothingHeld();
    const replica = createReplica();
    replica.setSynonyms(state.synonyms);
    // If the packed replica can't be read, rebuild it from the designs.
    const kept = await store.readPacked(state.cursor).catch(() => null);
    if (kept) {
      replica.restore(kept.packed);
      replica.apply(kept.changed, kept.removed);
    } else replica.apply(await store.readProducts(), []);
    return { replica, state, packed: kept ? Promise.resolve() : pack(replica, state.cursor) };
  }

  function hold(): Promise<Held> {
    held ??= load().catch(() => {
      // Without storage there is no replica, and the shop answers.
      held = null;
      return nothingHeld();
    });
    return held;
  }

  /** Indexes all designs for searches and stores the result for the next start. */
  async function pack(replica: Replica, cursor: string): Promise<void> {
    try {
      await indexInPieces(replica, nextTurn);
      await store.savePacked(cursor, replica.pack());
    } catch {
      // A full device reads its designs row by row and indexes them on each start.
    }
  }

  async function state(): Promise<ReplicaState | null> {
    return held ? (await held).state : store.readState().catch(() => null);
  }

  async function takeSnapshot(): Promise<{ readonly saved: Promise<void> }> {
    const { products, totalPages, isWhole, synonyms, cursor } = (await ask({
      name: 'products',
      params: {},
      query: {},
    })) as CallAnswer<'products'>;
    const next = { cursor, totalPages, isWhole, synonyms, checkedAt: now() };
    const replica = createReplica();
    replica.apply(products, []);
    replica.setSynonyms(synonyms);
    const saved = store.saveSnapshot(products, next);
    const packed = saved.then(() => pack(replica, cursor), ignore);
    held = Promise.resolve({ replica, state: next, packed });
    // A device that is full keeps the older copy, whole.
    return { saved: saved.catch(ignore) };
  }

  async function follow(): Promise<boolean> {
    const before = await state();
    if (!before) {
      await (await takeSnapshot()).saved;
      // What the pages show came from the shop, not from an older replica.
      return false;
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
    if (!held && changes.cursor === before.cursor) {
      const checked = { ...before, checkedAt: now() };
      // If the replica has been deleted meanwhile, the next update finds none.
      await store.applyChanges(before.cursor, [], [], checked).catch(ignore);
      return false;
    }
    return takeOver(before.cursor, changes);
  }

  async function takeOver(since: string, changes: CallAnswer<'productsChanges'>): Promise<boolean> {
    const { replica, state: before, packed } = await hold();
    // It was deleted since: the next update takes a snapshot.
    if (before?.cursor !== since) return false;
    // Packing in progress uses the current contents, so let it finish before changing them.
    await packed;
    const { products, removed, synonyms, cursor } = changes;
    replica.apply(products, removed);
    if (synonyms) replica.setSynonyms(synonyms);
    const next = {
      ...before,
      ...(synonyms && { synonyms }),
      cursor,
      checkedAt: now(),
      // An incomplete replica knows the total number of pages only from its snapshot.
      totalPages: before.isWhole ? replica.snapshot().totalPages : before.totalPages,
    };
    const saving = saveChanges(replica, changes, since, next);
    held = Promise.resolve({ replica, state: next, packed: saving });
    await saving;
    return products.length > 0 || removed.length > 0 || synonyms !== null;
  }

  /** Stores the changes since the cursor `since`, and packs the replica again after many changes. */
  async function saveChanges(
    replica: Replica,
    { products, removed }: CallAnswer<'productsChanges'>,
    since: string,
    next: ReplicaState,
  ): Promise<void> {
    try {
      const changed = await store.applyChanges(since, products, removed, next);
      if (changed !== null && changed <= maxUnpacked) return indexInPieces(replica, nextTurn);
    } catch {
      // The device lost its replica, or was full for a while: write all of it again.
      const saved = store.saveSnapshot(replica.snapshot().products, next);
      return saved.then(() => pack(replica, next.cursor), ignore);
    }
    return pack(replica, next.cursor);
  }

  /** Answers without loading the replica: from a design's own row, or from an answer stored at the same cursor. */
  async function answerUnread(
    asked: AskedCatalogueCall,
    { cursor, checkedAt: savedAt }: ReplicaState,
  ): Promise<ReplicaAnswer | null> {
    if (asked.name === 'product') {
      const product = await store.readProduct(asked.params.id ?? '');
      return product && { answer: { product }, savedAt, cursor };
    }
    if (asked.name === 'products') return null;
    const key = keyOf(asked);
    const kept = await store.readAnswer(key);
    if (kept?.cursor !== cursor) return null;
    keptAt.set(key, cursor);
    return { answer: kept.answer, savedAt, cursor };
  }

  async function answer(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null> {
    // Even an incomplete replica has whole designs, and all of the shop's snapshot.
    const isOfPart = asked.name === 'product' || asked.name === 'products';
    const stand = isInCopy(asked) ? await state() : null;
    if (!stand || !(stand.isWhole || isOfPart)) return null;
    return (held ? null : await answerUnread(asked, stand).catch(() => null)) ?? guess(asked);
  }

  async function guess(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null> {
    if (!isInCopy(asked)) return null;
    const { replica, state } = await hold();
    if (!state) return null;
    const { checkedAt: savedAt, isWhole, synonyms, cursor, totalPages } = state;
    const found =
      asked.name === 'products'
        ? { ...replica.snapshot(), totalPages, isWhole, synonyms, cursor }
        : answerFromReplica(replica, asked);
    return found && { answer: found, savedAt, cursor };
  }

  return {
    state,
    answer,
    guess,
    takeSnapshot,
    follow,
    async keep(asked, { answer, savedAt, cursor }) {
      const key = keyOf(asked);
      if (asked.name === 'product' || keptAt.get(key) === cursor) return;
      keptAt.set(key, cursor);
      // A full device answers from its replica on the next start.
      await store.saveAnswer({ key, answer, savedAt, cursor }).catch(ignore);
    },
    forgetKept: () => keptAt.clear(),
    async saveAgain() {
      keptAt.clear();
      const { replica, state: stand } = (await held) ?? nothingHeld();
      if (!stand) return;
      await store.saveSnapshot(replica.snapshot().products, stand);
      await pack(replica, stand.cursor);
    },
    async searchable() {
      await (await hold()).packed;
    },
    async newest(count) {
      const { replica, state: stand } = await hold();
      return stand && replica.snapshot().products.slice(0, count);
    },
  };
}

function ignore(): void {}
