import type { Client } from '#api/client.ts';
import { ApiError, isShopsAnswer } from '#contract/api-error.ts';
import {
  type AskedCatalogueCall,
  answerFromReplica,
  isReplicaCall,
} from '#contract/catalogue-calls.ts';
import type { FirstRequest } from '#contract/first-requests.ts';
import { indexInPieces } from '#contract/index-in-pieces.ts';
import type { CarriedAnswer } from '#contract/page-data.ts';
import { createReplica, type Replica } from '#contract/replica.ts';
import type { CatalogueStore, ReplicaState } from './catalogue-store.ts';
import type { Clock } from './drainer.ts';
import {
  askedOf,
  everybodysAnswers,
  keyOf,
  neededByAll,
  plain,
  startRequests,
} from './everybodys-answers.ts';

/** What the edge stands on; the worker brings the real ones, a test its own. */
export interface CatalogueEdgeParts {
  readonly store: CatalogueStore;
  readonly request: Client['request'];
  readonly clock: Clock;
  /** Settles after everything that is due now: designs are indexed in pieces, with a turn between. */
  readonly nextTurn: () => Promise<unknown>;
  /** Tells every open page. */
  readonly tell: (news: CatalogueNews) => void;
}

/** What became of a question that was answered from the device. */
export type CatalogueNews =
  /** The shop's own answer; none: what the device answered still holds. */
  | { readonly kind: 'fresh'; readonly asked: AskedCatalogueCall; readonly answer: object | null }
  /** Designs came, changed or went: what is shown of them may be asked for again. */
  | { readonly kind: 'changed' }
  /** Whether the shop answered just now. */
  | { readonly kind: 'reach'; readonly isReached: boolean };

/** An answer, and since when the device has kept it (ISO 8601); null: from the shop just now. */
export interface EdgeAnswer {
  readonly answer: object;
  readonly savedAt: string | null;
  /** Settles when the shop was asked too; the worker stays awake for it. Never rejects. */
  readonly refreshed: Promise<void>;
}

/** Answers the catalogue's calls between page and shop. */
export interface CatalogueEdge {
  /** What the device keeps at once, while the shop is asked; else what the shop says. @throws ApiError where neither has an answer; NOT_FOUND for a design that the whole copy lacks */
  answer(asked: AskedCatalogueCall): Promise<EdgeAnswer>;
  /** What the device keeps of an answer that a document carries; the shop isn't asked. Never rejects. */
  carry(first: FirstRequest): Promise<CarriedAnswer | null>;
  /** Follows the shop's catalogue and tells the pages when it moved. @throws ApiError */
  follow(): Promise<void>;
  /** Asks for what every screen needs and keeps it. @throws ApiError */
  keepForLater(): Promise<void>;
  /** Deletes the answers that say what was looked at, also those on their way. */
  forgetSeen(): Promise<void>;
  /** First pictures of the newest designs that are kept. */
  newestPictures(count: number): Promise<readonly string[]>;
  /** Every picture of the designs that are kept. */
  allPictures(): Promise<readonly string[]>;
}

/** A computed answer takes the place of the shop's when that takes longer. */
const patienceMs = 1200;
/** A design that the whole copy lacks may be newer than it: the shop gets longer to say so. */
const missingPatienceMs = 4000;
/** After a failure the shop isn't waited for, for this long. */
const distrustMs = 10_000;
/** What was checked this lately is not checked again. */
const followedMs = 2_000;

interface Held {
  readonly replica: Replica;
  readonly state: ReplicaState | null;
}

interface Computed {
  readonly answer: object;
  readonly savedAt: string;
  /** Where the copy stood. */
  readonly cursor: string;
  /** As the shop would have answered at that time. */
  readonly isExact: boolean;
}

export function createCatalogueEdge(parts: CatalogueEdgeParts): CatalogueEdge {
  const { store, request, clock, nextTurn, tell } = parts;
  let held: Promise<Held> | null = null;
  /** Which answers for documents were kept since this worker began, and where the copy stood then. */
  const firstsKept = new Map<string, string>();
  /** Counts how often what was looked at was forgotten: an answer asked for before is not saved after. */
  let forgotten = 0;
  let following: Promise<boolean> | null = null;
  let followedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;

  const now = () => new Date(clock.now()).toISOString();

  async function load(): Promise<Held> {
    const replica = createReplica();
    const state = await store.readState();
    if (state) {
      replica.apply(await store.readProducts(), []);
      replica.setSynonyms(state.synonyms);
      void indexInPieces(replica, nextTurn);
    }
    return { replica, state };
  }

  /** Whoever deleted what is kept did not delete what is held: an empty device would have nothing without a signal. */
  store.onLost(() => {
    firstsKept.clear();
    void held
      ?.then(
        ({ replica, state }) => state && store.saveSnapshot(replica.snapshot().products, state),
      )
      .then(keepFirsts)
      .catch(ignore);
  });

  /** What is held in memory, read from the device when first asked for. */
  function hold(): Promise<Held> {
    held ??= load().catch(() => {
      // Without storage the worker holds nothing and the shop answers.
      held = null;
      return { replica: createReplica(), state: null };
    });
    return held;
  }

  function noteReach(isNow: boolean): void {
    if (!isNow) failedAt = clock.now();
    tell({ kind: 'reach', isReached: isNow });
  }

  async function ask({ name, params, query }: AskedCatalogueCall): Promise<object> {
    try {
      // The page's own call, sent on: the parts are of this call, as the table of calls says.
      const answer = (await request(name, { params, query } as never)) as object;
      noteReach(true);
      return answer;
    } catch (error) {
      noteReach(isShopsAnswer(error));
      throw error;
    }
  }

  async function keep(asked: AskedCatalogueCall, answer: object, askedAt: number): Promise<void> {
    if (askedAt !== forgotten) return;
    // There is one for each letter that is typed: they would push out all others.
    if (asked.name === 'productsSuggest') return;
    // A full device keeps no more; the answer still reaches the page.
    await store.saveAnswer({ key: keyOf(asked), answer, savedAt: now() }).catch(() => {});
  }

  async function takeSnapshot(): Promise<void> {
    const snapshot = (await ask(plain('products'))) as {
      products: Parameters<Replica['apply']>[0];
      totalPages: number;
      isWhole: boolean;
      synonyms: string[][];
      cursor: string;
    };
    const { products, totalPages, isWhole, synonyms, cursor } = snapshot;
    const state = { cursor, totalPages, isWhole, synonyms, checkedAt: now() };
    const replica = createReplica();
    replica.apply(products, []);
    replica.setSynonyms(synonyms);
    void indexInPieces(replica, nextTurn);
    held = Promise.resolve({ replica, state });
    // A device that is full keeps the older copy, whole.
    await store.saveSnapshot(products, state).catch(ignore);
  }

  /** True when designs came, changed or went since the device's copy. */
  async function followOnce(): Promise<boolean> {
    const { replica, state } = await hold();
    if (!state) {
      await takeSnapshot();
      // What the pages show came from the shop, not from a copy that has changed.
      return false;
    }
    const changes = (await ask({
      name: 'productsChanges',
      params: {},
      query: { since: state.cursor },
    })) as {
      isReset: boolean;
      products: never[];
      removed: string[];
      synonyms: string[][] | null;
      cursor: string;
    };
    if (changes.isReset) {
      await takeSnapshot();
      return true;
    }
    const { products, removed, synonyms, cursor } = changes;
    replica.apply(products, removed);
    if (synonyms) replica.setSynonyms(synonyms);
    void indexInPieces(replica, nextTurn);
    const next = {
      ...state,
      ...(synonyms && { synonyms }),
      cursor,
      checkedAt: now(),
      // A part of the catalogue knows how many pages there are only from its snapshot.
      totalPages: state.isWhole ? replica.snapshot().totalPages : state.totalPages,
    };
    held = Promise.resolve({ replica, state: next });
    await store
      .applyChanges(state.cursor, products, removed, next)
      // The device lost its copy, or was full for a while: all of it is written again.
      .catch(() => store.saveSnapshot(replica.snapshot().products, next))
      .catch(ignore);
    return products.length > 0 || removed.length > 0 || synonyms !== null;
  }

  /** Joins a look on its way; what was looked at just now is not looked at again. */
  function followShared(): Promise<boolean> {
    if (clock.now() - followedAt < followedMs) return Promise.resolve(false);
    following ??= followOnce()
      .then((isChanged) => {
        followedAt = clock.now();
        if (isChanged) tell({ kind: 'changed' });
        return isChanged;
      })
      .finally(() => {
        following = null;
      });
    return following;
  }

  /** What the device's copy answers. */
  async function compute(asked: AskedCatalogueCall): Promise<Computed | null> {
    const { replica, state } = await hold();
    if (!state) return null;
    const { checkedAt: savedAt, isWhole, synonyms, cursor, totalPages } = state;
    if (asked.name === 'products') {
      const answer = { ...replica.snapshot(), totalPages, isWhole, synonyms, cursor };
      return { answer, savedAt, cursor, isExact: true };
    }
    const answer = answerFromReplica(replica, asked);
    if (!answer) return null;
    return { answer, savedAt, cursor, isExact: isWhole || asked.name === 'product' };
  }

  /** The shop follows behind an answer that the device's copy gave when it was at `cursor`. */
  async function confirm(asked: AskedCatalogueCall, cursor: string): Promise<void> {
    await followShared();
    const newer = await compute(asked);
    tell({
      kind: 'fresh',
      asked,
      answer: newer?.cursor === cursor ? null : (newer?.answer ?? null),
    });
  }

  async function renew(asked: AskedCatalogueCall, askedAt: number): Promise<void> {
    const answer = await ask(asked).catch(async (error: unknown) => {
      // The shop has it no more: it isn't shown from here again.
      if (!isNoAnswer(error)) await store.forgetAnswer(keyOf(asked)).catch(ignore);
      throw error;
    });
    await keep(asked, answer, askedAt);
    tell({ kind: 'fresh', asked, answer });
  }

  async function askAndKeep(asked: AskedCatalogueCall, askedAt: number): Promise<object> {
    if (asked.name === 'products') {
      await takeSnapshot();
      followedAt = clock.now();
      return (await compute(asked))?.answer ?? {};
    }
    const answer = await ask(asked);
    await keep(asked, answer, askedAt);
    return answer;
  }

  /** The shop's own answer as it was kept; one that a copy gave counts with that copy alone. */
  async function saidByShop(asked: AskedCatalogueCall) {
    const kept = await store.readAnswer(keyOf(asked));
    return kept?.cursor === undefined ? kept : null;
  }

  async function carry(first: FirstRequest): Promise<CarriedAnswer | null> {
    const asked = askedOf(first);
    const kept = (await carryFromCopy(asked)) ?? (await saidByShop(asked));
    return kept && { first, json: JSON.stringify(kept.answer), savedAt: kept.savedAt };
  }

  /**
   * What the device's copy answers, where that is what the shop would; of a part of it only what the
   * shop has said counts: the page may still ask, and waits for the shop then. Until the copy is in
   * memory, which takes long on a phone, an answer that it gave before counts as long as it stands
   * where it stood. What no copy answers doesn't wait for one.
   */
  async function carryFromCopy(asked: AskedCatalogueCall) {
    if (!isReplicaCall(asked.name)) return null;
    const key = keyOf(asked);
    if (!held) {
      const [state, kept] = await Promise.all([store.readState(), store.readAnswer(key)]);
      if (state?.isWhole && kept?.cursor === state.cursor) {
        return { answer: kept.answer, savedAt: state.checkedAt };
      }
    }
    const computed = await compute(asked);
    if (!computed?.isExact) return null;
    void keepFirst(key, computed);
    return computed;
  }

  /** Keeps what the device's copy answered for a document, for the next start without that copy in memory. */
  async function keepFirst(key: string, { answer, savedAt, cursor }: Computed): Promise<void> {
    if (firstsKept.get(key) === cursor) return;
    firstsKept.set(key, cursor);
    // A full device starts from its copy.
    await store.saveAnswer({ key, answer, savedAt, cursor }).catch(ignore);
  }

  /** Keeps what the screens that an app starts with answer first. */
  async function keepFirsts(): Promise<void> {
    for (const asked of startRequests()) {
      const computed = isReplicaCall(asked.name) ? await compute(asked) : null;
      if (computed?.isExact) await keepFirst(keyOf(asked), computed);
    }
  }

  /** The shop's answer, or null when it has not come within its time. */
  function within(ms: number, asking: Promise<object>): Promise<object | null> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(ms, () => resolve(null));
      asking.then(
        (answer) => {
          cancel();
          resolve(answer);
        },
        (error: unknown) => {
          cancel();
          reject(error as Error);
        },
      );
    });
  }

  return {
    async answer(asked) {
      const askedAt = forgotten;
      const computed = await compute(asked);
      if (computed?.isExact) {
        const { answer, savedAt, cursor } = computed;
        return { answer, savedAt, refreshed: confirm(asked, cursor).catch(ignore) };
      }
      const saved = await saidByShop(asked).catch(() => null);
      if (saved) {
        const { answer, savedAt } = saved;
        return { answer, savedAt, refreshed: renew(asked, askedAt).catch(ignore) };
      }
      const asking = askAndKeep(asked, askedAt);
      const refreshed = asking.then(ignore, ignore);
      const isMissing = asked.name === 'product' && (await hold()).state?.isWhole === true;
      if (!computed && !isMissing) return { answer: await asking, savedAt: null, refreshed };
      const isDistrusted = clock.now() - failedAt < distrustMs;
      const patience = computed ? patienceMs : missingPatienceMs;
      const answer = await within(isDistrusted ? 0 : patience, asking).catch((error: unknown) => {
        if (!isNoAnswer(error)) throw error;
        return null;
      });
      if (answer) return { answer, savedAt: null, refreshed };
      const late = asking.then((found) => tell({ kind: 'fresh', asked, answer: found }), ignore);
      if (!computed) throw notInCopy();
      return { answer: computed.answer, savedAt: computed.savedAt, refreshed: late };
    },
    // A document starts without what can't be read.
    carry: (first) => carry(first).catch(() => null),
    async follow() {
      if (await followShared()) await keepFirsts();
    },
    async keepForLater() {
      // A look that was begun without a signal says nothing of the shop now.
      await following?.catch(ignore);
      // Nor does one of a moment ago say that its copy is still there: the browser may clear it away.
      followedAt = Number.NEGATIVE_INFINITY;
      await followShared();
      await keepFirsts();
      for (const name of neededByAll) {
        await keep(plain(name), await ask(plain(name)), forgotten);
      }
      const { state } = await hold();
      if (state?.isWhole) return;
      await keep(plain('filterOptions'), await ask(plain('filterOptions')), forgotten);
    },
    async forgetSeen() {
      forgotten += 1;
      firstsKept.clear();
      await store.forgetAnswersBut(everybodysAnswers());
    },
    async newestPictures(count) {
      const { replica } = await hold();
      const newest = replica.snapshot().products.slice(0, count);
      return newest.flatMap(({ images }) => images.slice(0, 1).map(({ url }) => url));
    },
    async allPictures() {
      const { replica } = await hold();
      return replica.snapshot().products.flatMap(({ images }) => images.map(({ url }) => url));
    },
  };
}

/** As the shop says it of a design that it doesn't have. */
function notInCopy(): ApiError {
  const message = 'This design is not here any more.';
  return new ApiError(404, { code: 'NOT_FOUND', message });
}

/** No network, no time left, or a page of somebody else's: the shop itself said nothing. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.code === null || (typeof error.status === 'number' && error.status >= 500);
}

function ignore(): void {}
