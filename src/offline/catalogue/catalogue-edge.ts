import type { Client } from '#api/client.ts';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import type { FirstRequest } from '#contract/shop/first-requests.ts';
import type { CarriedAnswer } from '#contract/shop/page-data.ts';
import { ApiError, isShopsAnswer } from '#contract/wire/api-error.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { createCatalogueReplica } from './catalogue-replica.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import { callOf, keyOf, sharedAnswerKeys, sharedCalls } from './shared-answers.ts';

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
  /** First pictures of the newest designs that are kept; null where that can't be said now. */
  newestPictures(count: number): Promise<readonly string[] | null>;
  /** Every picture of all designs, by the device or else by the shop; null where neither can say. */
  allPictures(): Promise<readonly string[] | null>;
}

/** A computed answer takes the place of the shop's when that takes longer. */
const patienceMs = 1200;
/** A design that the whole copy lacks may be newer than it: the shop gets longer to say so. */
const missingPatienceMs = 4000;
/** After a failure the shop isn't waited for, for this long. */
const distrustMs = 10_000;
/** What was checked this lately is not checked again. */
const followedMs = 2_000;

export function createCatalogueEdge(parts: CatalogueEdgeParts): CatalogueEdge {
  const { store, request, clock, nextTurn, tell } = parts;
  const now = () => new Date(clock.now()).toISOString();
  const copy = createCatalogueReplica({ store, ask, now, nextTurn });
  /** Counts how often what was looked at was forgotten: an answer asked for before is not saved after. */
  let forgotten = 0;
  let following: Promise<boolean> | null = null;
  let followedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;

  store.onLost(() => void copy.saveAgain().then(keepFirsts).catch(ignore));

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

  /** Joins a look on its way; what was looked at just now is not looked at again. */
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

  /** The shop follows behind an answer that the device's copy gave when it was at `cursor`. */
  async function confirm(asked: AskedCatalogueCall, cursor: string): Promise<void> {
    await followShared();
    const isSame = (await copy.state())?.cursor === cursor;
    const newer = isSame ? null : await copy.answer(asked);
    tell({ kind: 'fresh', asked, answer: newer?.answer ?? null });
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
      await copy.takeSnapshot();
      followedAt = clock.now();
      return (await copy.answer(asked))?.answer ?? {};
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

  /** Of a part of the catalogue only what the shop has said counts: the page may ask, and waits for it then. */
  async function carry(first: FirstRequest): Promise<CarriedAnswer | null> {
    const asked = callOf(first);
    const askedAt = forgotten;
    const computed = await copy.answer(asked);
    if (computed && askedAt === forgotten) void copy.keep(asked, computed);
    const kept = computed ?? (await saidByShop(asked));
    return kept && { first, json: JSON.stringify(kept.answer), savedAt: kept.savedAt };
  }

  /** Keeps what the copy answers to the screens that an app starts with. */
  async function keepFirsts(): Promise<void> {
    for (const asked of sharedCalls()) {
      const computed = await copy.answer(asked);
      if (computed) await copy.keep(asked, computed);
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
      const computed = await copy.answer(asked);
      if (computed) {
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
      const isMissing = asked.name === 'product' && (await copy.state())?.isWhole === true;
      const guess = isMissing ? null : await copy.guess(asked);
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
    // A document starts without what can't be read.
    carry: (first) => carry(first).catch(() => null),
    async follow() {
      await followShared();
      await keepFirsts();
    },
    async keepForLater() {
      // A look that was begun without a signal says nothing of the shop now.
      await following?.catch(ignore);
      // Nor does one of a moment ago say that its copy is still there: the browser may clear it away.
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
      // A copy that can't be read or saved is taken from the shop and lives in memory.
      const designs = (await all()) ?? (await copy.takeSnapshot().then(all, () => null));
      return designs?.flatMap(({ images }) => images.map(({ url }) => url)) ?? null;
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
