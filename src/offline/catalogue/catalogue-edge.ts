import type { Client } from '#api/client.ts';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import type { FirstRequest } from '#contract/shop/first-requests.ts';
import type { CarriedAnswer } from '#contract/shop/page-data.ts';
import { ApiError, isShopsAnswer } from '#contract/wire/api-error.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { createCatalogueReplica } from './catalogue-replica.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import { callOf, keyOf, sharedAnswerKeys, sharedCalls } from './shared-answers.ts';

/** The dependencies of the edge; the worker passes real ones, a test its own. */
export interface CatalogueEdgeParts {
  readonly store: CatalogueStore;
  readonly request: Client['request'];
  readonly clock: Clock;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
  /** Sends news to every open page. */
  readonly tell: (news: CatalogueNews) => void;
}

/** News about calls that were answered from the device. */
export type CatalogueNews =
  /** The shop's answer; null: the device's answer is still correct. */
  | { readonly kind: 'fresh'; readonly asked: AskedCatalogueCall; readonly answer: object | null }
  /** Designs were added, changed or removed: pages should fetch what they show of them again. */
  | { readonly kind: 'changed' }
  /** Whether the shop has just answered. */
  | { readonly kind: 'reach'; readonly isReached: boolean };

/** An answer, and when the device stored it (ISO 8601); null: fresh from the shop. */
export interface EdgeAnswer {
  readonly answer: object;
  readonly savedAt: string | null;
  /** Settles when the shop was asked too; the worker stays awake until then. Never rejects. */
  readonly refreshed: Promise<void>;
}

/** Answers the catalogue's calls, between page and shop. */
export interface CatalogueEdge {
  /**
   * Returns the device's answer at once and asks the shop in the background. Without one, returns the shop's
   * answer.
   * @throws ApiError if neither has an answer; NOT_FOUND for a design missing in a complete replica
   */
  answer(asked: AskedCatalogueCall): Promise<EdgeAnswer>;
  /** The device's answer to a first request, without asking the shop; null if it has none. Never rejects. */
  carry(first: FirstRequest): Promise<CarriedAnswer | null>;
  /**
   * Updates the replica from the shop, and sends news to the pages if it changed.
   * @throws ApiError
   */
  follow(): Promise<void>;
  /**
   * Fetches and stores what every screen needs.
   * @throws ApiError
   */
  keepForLater(): Promise<void>;
  /** Deletes stored answers that show what somebody looked at, and doesn't store those still on their way. */
  forgetSeen(): Promise<void>;
  /** First pictures of the newest stored designs; null if they can't be read now. */
  newestPictures(count: number): Promise<readonly string[] | null>;
  /** All pictures of all designs, from the device or else from the shop; null if neither answers. */
  allPictures(): Promise<readonly string[] | null>;
}

/** How long to wait for the device's own answer before asking the shop too, in ms: its database may not answer. */
const deviceMs = 2_000;
/** A computed answer takes the place of the shop's when that takes longer. */
const patienceMs = 1200;
/** How long to wait for the shop if a complete replica lacks a design, in ms. Longer, because the design may be newer than the replica. */
const missingPatienceMs = 4000;
/** After a failure, don't wait for the shop for this long, in ms. */
const distrustMs = 10_000;
/** Don't ask for changes again within this time, in ms. */
const followedMs = 2_000;

export function createCatalogueEdge(parts: CatalogueEdgeParts): CatalogueEdge {
  const { store, request, clock, nextTurn, tell } = parts;
  const now = () => new Date(clock.now()).toISOString();
  const copy = createCatalogueReplica({ store, ask, now, nextTurn });
  /** How many times seen answers were forgotten. An answer requested before that isn't stored. */
  let forgotten = 0;
  let following: Promise<boolean> | null = null;
  let followedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;

  store.onLost(() => void copy.saveAgain().then(keepFirsts).catch(ignore));

  function reportReach(isNow: boolean): void {
    if (!isNow) failedAt = clock.now();
    tell({ kind: 'reach', isReached: isNow });
  }

  async function ask({ name, params, query }: AskedCatalogueCall): Promise<object> {
    try {
      // Forwards the page's own call, so the parts fit it.
      const answer = (await request(name, { params, query } as never)) as object;
      reportReach(true);
      return answer;
    } catch (error) {
      reportReach(isShopsAnswer(error));
      throw error;
    }
  }

  async function keep(asked: AskedCatalogueCall, answer: object, askedAt: number): Promise<void> {
    if (askedAt !== forgotten) return;
    // Not stored: there is one for each letter typed, and they would displace all other answers.
    if (asked.name === 'productsSuggest') return;
    // A full device stores nothing more; the answer still reaches the page.
    await store.saveAnswer({ key: keyOf(asked), answer, savedAt: now() }).catch(() => {});
  }

  /** Updates the replica. Joins an update in progress; skips it if the last one was under 2 s ago. */
  function followShared(): Promise<boolean> {
    if (clock.now() - followedAt < followedMs) return Promise.resolve(false);
    following ??= copy
      .follow()
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

  /** Asks the shop whether the replica's answer at `cursor` is still correct, and sends news with the result. */
  async function confirm(asked: AskedCatalogueCall, cursor: string): Promise<void> {
    await followShared();
    const isSame = (await copy.state())?.cursor === cursor;
    const newer = isSame ? null : await copy.answer(asked);
    tell({ kind: 'fresh', asked, answer: newer?.answer ?? null });
  }

  async function renew(asked: AskedCatalogueCall, askedAt: number): Promise<void> {
    const answer = await ask(asked).catch(async (error: unknown) => {
      // The shop no longer has it, so don't show the stored answer again.
      if (!isNoAnswer(error)) await store.forgetAnswer(keyOf(asked)).catch(ignore);
      throw error;
    });
    tell({ kind: 'fresh', asked, answer });
    await keep(asked, answer, askedAt);
  }

  /** Resolves with the shop's answer; `saved` resolves once it is stored, or can't be. */
  async function askAndKeep(asked: AskedCatalogueCall, askedAt: number) {
    if (asked.name === 'products') {
      const { saved } = await copy.takeSnapshot();
      followedAt = clock.now();
      return { answer: (await copy.answer(asked))?.answer ?? {}, saved };
    }
    const answer = await ask(asked);
    return { answer, saved: keep(asked, answer, askedAt) };
  }

  /** A stored answer that came from the shop itself. One from the replica counts only together with that replica. */
  async function saidByShop(asked: AskedCatalogueCall) {
    const kept = await store.readAnswer(keyOf(asked));
    return kept?.cursor === undefined ? kept : null;
  }

  /** Looks for a stored answer. With an incomplete replica only the shop's own answers count; otherwise the page fetches, and waits. */
  async function carry(first: FirstRequest): Promise<CarriedAnswer | null> {
    const asked = callOf(first);
    const askedAt = forgotten;
    const computed = await copy.answer(asked);
    if (computed && askedAt === forgotten) void copy.keep(asked, computed);
    const kept = computed ?? (await saidByShop(asked));
    return kept && { first, json: JSON.stringify(kept.answer), savedAt: kept.savedAt };
  }

  /** Stores the replica's answers for the app's start screens. */
  async function keepFirsts(): Promise<void> {
    for (const asked of sharedCalls()) {
      const computed = await copy.answer(asked);
      if (computed) await copy.keep(asked, computed);
    }
  }

  /** Null if `wanted` takes longer than `ms`. */
  function within<T>(ms: number, wanted: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(ms, () => resolve(null));
      wanted.then(
        (found) => {
          cancel();
          resolve(found);
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
      const computing = copy.answer(asked);
      const computed = await within(deviceMs, computing);
      if (computed) {
        const { answer, savedAt, cursor } = computed;
        return { answer, savedAt, refreshed: confirm(asked, cursor).catch(ignore) };
      }
      const saved = await saidByShop(asked).catch(() => null);
      if (saved) {
        const { answer, savedAt } = saved;
        return { answer, savedAt, refreshed: renew(asked, askedAt).catch(ignore) };
      }
      const sent = askAndKeep(asked, askedAt);
      const asking = sent.then(({ answer }) => answer);
      const refreshed = sent.then(({ saved }) => saved).catch(ignore);
      /** The device's result; null if the shop answers first. */
      const unlessShop = <T>(work: Promise<T>) =>
        Promise.race([
          work,
          asking.then(
            () => null,
            () => work,
          ),
        ]);
      const isMissing =
        asked.name === 'product' && (await unlessShop(copy.state()))?.isWhole === true;
      const guessing = computing.then((late) => late ?? copy.guess(asked));
      const guess = isMissing ? null : await unlessShop(guessing);
      if (!guess && !isMissing) return { answer: await asking, savedAt: null, refreshed };
      const isDistrusted = clock.now() - failedAt < distrustMs;
      const patience = guess ? patienceMs : missingPatienceMs;
      const answer = await within(isDistrusted ? 0 : patience, asking).catch((error: unknown) => {
        if (!isNoAnswer(error)) throw error;
        return null;
      });
      if (answer) return { answer, savedAt: null, refreshed };
      const late = asking.then((found) => tell({ kind: 'fresh', asked, answer: found }), ignore);
      if (!guess) throw notInCopy();
      return { answer: guess.answer, savedAt: guess.savedAt, refreshed: late };
    },
    // If the answer can't be read, the document starts without it.
    carry: (first) => carry(first).catch(() => null),
    async follow() {
      await followShared();
      await keepFirsts();
    },
    async keepForLater() {
      // An update that started offline says nothing about the shop now.
      await following?.catch(ignore);
      // Check again even after a recent update: the browser may have evicted the replica since.
      followedAt = Number.NEGATIVE_INFINITY;
      await followShared();
      await keepFirsts();
      for (const asked of sharedCalls()) {
        if (!(await copy.answer(asked))) await keep(asked, await ask(asked), forgotten);
      }
      await copy.searchable();
    },
    async forgetSeen() {
      forgotten += 1;
      copy.forgetKept();
      await store.forgetAnswersBut(sharedAnswerKeys());
    },
    async newestPictures(count) {
      const newest = await copy.newest(count);
      return newest?.flatMap(({ images }) => images.slice(0, 1).map(({ url }) => url)) ?? null;
    },
    async allPictures() {
      const all = () => copy.newest(Number.POSITIVE_INFINITY);
      // If the replica can't be read or saved, load it from the shop into memory.
      const designs = (await all()) ?? (await copy.takeSnapshot().then(all, () => null));
      return designs?.flatMap(({ images }) => images.map(({ url }) => url)) ?? null;
    },
  };
}

/** The shop's error for a design that it doesn't have. */
function notInCopy(): ApiError {
  const message = 'This design is no longer available.';
  return new ApiError(404, { code: 'NOT_FOUND', message });
}

/** Whether the shop itself didn't answer: no network, a timeout, a server failure, or someone else's page. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.code === null || (typeof error.status === 'number' && error.status >= 500);
}

function ignore(): void {}
