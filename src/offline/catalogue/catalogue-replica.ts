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
  /** Asks the shop. @throws ApiError */
  readonly ask: (asked: AskedCatalogueCall) => Promise<object>;
  /** ISO 8601. */
  readonly now: () => string;
  /** Settles after everything that is due now: designs are indexed in pieces, with a turn between. */
  readonly nextTurn: () => Promise<unknown>;
}

/** What the copy answers to a call. */
export interface ReplicaAnswer {
  readonly answer: object;
  /** ISO 8601: when the shop last said what is in the copy. */
  readonly savedAt: string;
  /** Where the copy stood. */
  readonly cursor: string;
}

/**
 * This device's copy of the catalogue. Reading all of it takes long on a phone, so it is read when a
 * question needs it: a design is a row of its own, what documents start with is kept as answers, and
 * looking for changes needs no more than to know where the copy stands.
 */
export interface CatalogueReplica {
  /** Where the copy stands; null: there is none. */
  state(): Promise<ReplicaState | null>;
  /** What the shop would answer; null where the copy can't know. */
  answer(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null>;
  /** What a part of the catalogue answers: there may be more. */
  guess(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null>;
  /** Keeps what the copy answers for the next start, which need not read the copy for it then. */
  keep(asked: AskedCatalogueCall, answered: ReplicaAnswer): Promise<void>;
  /** Asks for all of the catalogue and puts it in the place of what was here. @throws ApiError */
  takeSnapshot(): Promise<void>;
  /** Takes over what changed. True when designs came, changed or went. @throws ApiError */
  follow(): Promise<boolean>;
  /** Whatever was kept of answers may be gone. */
  forgetKept(): void;
  /** Writes what is in memory again, where somebody deleted what the device had. */
  saveAgain(): Promise<void>;
  /** Settles once the device keeps what searches need. */
  searchable(): Promise<void>;
  /** Null: there is no copy, or it can't be read now. */
  newest(count: number): Promise<CallAnswer<'products'>['products'] | null>;
}

interface Held {
  readonly replica: Replica;
  readonly state: ReplicaState | null;
  /** Settles once it is packed for the next start, or can't be. */
  readonly packed: Promise<void>;
}

const nothingHeld = (): Held => ({
  replica: createReplica(),
  state: null,
  packed: Promise.resolve(),
});

/** So many changed designs are read one by one before all are packed again. */
const mostUnpacked = 100;

function isInCopy({ name }: AskedCatalogueCall): boolean {
  return isReplicaCall(name) || name === 'products';
}

export function createCatalogueReplica({
  store,
  ask,
  now,
  nextTurn,
}: CatalogueReplicaParts): CatalogueReplica {
  /** What is in memory. */
  let held: Promise<Held> | null = null;
  /** Where the copy stood when each answer was kept. */
  const keptAt = new Map<string, string>();

  async function load(): Promise<Held> {
    const state = await store.readState();
    if (!state) return nothingHeld();
    const replica = createReplica();
    replica.setSynonyms(state.synonyms);
    // What can't be read is made again.
    const kept = await store.readPacked(state.cursor).catch(() => null);
    if (kept) {
      replica.restore(kept.packed);
      replica.apply(kept.changed, kept.removed);
    } else replica.apply(await store.readProducts(), []);
    return { replica, state, packed: kept ? Promise.resolve() : pack(replica, state.cursor) };
  }

  function hold(): Promise<Held> {
    held ??= load().catch(() => {
      // Without storage the worker holds nothing and the shop answers.
      held = null;
      return nothingHeld();
    });
    return held;
  }

  /** Makes all designs searchable and keeps them so, for the next start. */
  async function pack(replica: Replica, cursor: string): Promise<void> {
    try {
      await indexInPieces(replica, nextTurn);
      await store.savePacked(cursor, replica.pack());
    } catch {
      // A full device reads its designs one by one, and makes them searchable with each start.
    }
  }

  async function state(): Promise<ReplicaState | null> {
    return held ? (await held).state : store.readState().catch(() => null);
  }

  async function takeSnapshot(): Promise<void> {
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
    await saved.catch(ignore);
  }

  async function follow(): Promise<boolean> {
    const before = await state();
    if (!before) {
      await takeSnapshot();
      // What the pages show came from the shop, not from a copy that has changed.
      return false;
    }
    const changes = (await ask({
      name: 'productsChanges',
      params: {},
      query: { since: before.cursor },
    })) as CallAnswer<'productsChanges'>;
    if (changes.isReset) {
      await takeSnapshot();
      return true;
    }
    if (!held && changes.cursor === before.cursor) {
      const checked = { ...before, checkedAt: now() };
      // Where the copy is gone by now, the next look finds none.
      await store.applyChanges(before.cursor, [], [], checked).catch(ignore);
      return false;
    }
    return takeOver(before.cursor, changes);
  }

  async function takeOver(since: string, changes: CallAnswer<'productsChanges'>): Promise<boolean> {
    const { replica, state: before, packed } = await hold();
    // Gone since it was looked at: the next look takes all of it.
    if (before?.cursor !== since) return false;
    // What is still being packed is the copy as it stands now.
    await packed;
    const { products, removed, synonyms, cursor } = changes;
    replica.apply(products, removed);
    if (synonyms) replica.setSynonyms(synonyms);
    const next = {
      ...before,
      ...(synonyms && { synonyms }),
      cursor,
      checkedAt: now(),
      // A part of the catalogue knows how many pages there are only from its snapshot.
      totalPages: before.isWhole ? replica.snapshot().totalPages : before.totalPages,
    };
    const saving = saveChanges(replica, changes, since, next);
    held = Promise.resolve({ replica, state: next, packed: saving });
    await saving;
    return products.length > 0 || removed.length > 0 || synonyms !== null;
  }

  /** Writes what changed since the copy stood at `since`, and packs the copy again after many changes. */
  async function saveChanges(
    replica: Replica,
    { products, removed }: CallAnswer<'productsChanges'>,
    since: string,
    next: ReplicaState,
  ): Promise<void> {
    try {
      const changed = await store.applyChanges(since, products, removed, next);
      if (changed !== null && changed <= mostUnpacked) return indexInPieces(replica, nextTurn);
    } catch {
      // The device lost its copy, or was full for a while: all of it is written again.
      const saved = store.saveSnapshot(replica.snapshot().products, next);
      return saved.then(() => pack(replica, next.cursor), ignore);
    }
    return pack(replica, next.cursor);
  }

  /** Without the copy in memory: a design's own row, or what the copy answered where it still stands. */
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
    // Of a part of the catalogue a design is whole, and so is what the shop counts as its snapshot.
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
      // A full device starts from its copy.
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
