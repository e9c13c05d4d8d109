import {
  type AskedCatalogueCall,
  answerFromReplica,
  isReplicaCall,
} from '#contract/catalogue/catalogue-calls.ts';
import type { Replica } from '#contract/catalogue/replica.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';
import type { LoadedReplica } from './loaded-replica.ts';
import { keyOf } from './shared-answers.ts';

/** The replica's answer to a call. */
export interface ReplicaAnswer {
  readonly answer: object;
  /** ISO 8601, when the shop last confirmed the replica's contents. */
  readonly savedAt: string;
  /** The version of the replica that answered. */
  readonly cursor: string;
}

/**
 * Answers from the device's replica. A design is read as a row of its own and the app's first answers are
 * stored, so that neither needs the whole replica.
 */
export interface ReplicaAnswers {
  /** Answers as the shop would; null if the replica can't know. */
  answer(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null>;
  /** Answers from an incomplete replica: there may be more results. */
  guess(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null>;
  /** Stores one of the replica's answers, so that the next start needn't load the replica for it. */
  saveAnswer(asked: AskedCatalogueCall, answered: ReplicaAnswer): Promise<void>;
  /** Call it after stored answers were deleted, so that they are stored again. */
  forgetStored(): void;
}

function isInReplica({ name }: AskedCatalogueCall): boolean {
  return isReplicaCall(name) || name === 'products';
}

/** The shop's snapshot, as far as the replica has it. */
function snapshotOf(replica: Replica, state: ReplicaState): CallAnswer<'products'> {
  const { totalPages, synonyms, cursor, total } = state;
  const { products, isWhole } = replica.snapshot();
  return { products, totalPages, isWhole: isWhole && state.isWhole, synonyms, cursor, total };
}

/** Calls that an incomplete replica answers like a complete one: it has whole designs, and the newest. */
const wholeAnswers: ReadonlySet<string> = new Set(['product', 'productsNewArrivals']);

/** Any other answer of an incomplete replica says how many designs it was chosen from. */
function withAmong(
  { name }: AskedCatalogueCall,
  answer: object | null,
  replica: Replica,
  state: ReplicaState,
): object | null {
  if (!answer || wholeAnswers.has(name) || state.isWhole || state.total === undefined) {
    return answer;
  }
  return { ...answer, among: { stored: replica.size, published: state.total } };
}

export function createReplicaAnswers(
  store: Pick<CatalogueStore, 'readProduct' | 'readAnswer' | 'saveAnswer'>,
  loaded: Pick<LoadedReplica, 'isLoaded' | 'load' | 'state'>,
): ReplicaAnswers {
  /** The replica's cursor when each answer was stored. */
  const storedAt = new Map<string, string>();

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
    const saved = await store.readAnswer(key);
    if (saved?.cursor !== cursor) return null;
    storedAt.set(key, cursor);
    return { answer: saved.answer, savedAt, cursor };
  }

  async function guess(asked: AskedCatalogueCall): Promise<ReplicaAnswer | null> {
    if (!isInReplica(asked)) return null;
    const { replica, state } = await loaded.load();
    if (!state) return null;
    const { checkedAt: savedAt, cursor } = state;
    const answer =
      asked.name === 'products'
        ? snapshotOf(replica, state)
        : withAmong(asked, answerFromReplica(replica, asked), replica, state);
    return answer && { answer, savedAt, cursor };
  }

  return {
    async answer(asked) {
      // Even an incomplete replica has whole designs, and all of the shop's snapshot.
      const isOfPart = asked.name === 'product' || asked.name === 'products';
      const state = isInReplica(asked) ? await loaded.state() : null;
      if (!state || !(state.isWhole || isOfPart)) return null;
      const unread = loaded.isLoaded() ? null : answerUnread(asked, state).catch(() => null);
      return (await unread) ?? guess(asked);
    },
    guess,
    async saveAnswer(asked, { answer, savedAt, cursor }) {
      const key = keyOf(asked);
      if (asked.name === 'product' || storedAt.get(key) === cursor) return;
      storedAt.set(key, cursor);
      // A full device answers from its replica on the next start.
      await store.saveAnswer({ key, answer, savedAt, cursor }).catch(() => {});
    },
    forgetStored: () => storedAt.clear(),
  };
}
