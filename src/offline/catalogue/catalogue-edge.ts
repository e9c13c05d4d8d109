import type { Client } from '#api/client.ts';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import type { CallAnswer } from '#contract/shop/calls.ts';
import type { FirstRequest } from '#contract/shop/first-requests.ts';
import type { CarriedAnswer } from '#contract/shop/page-data.ts';
import type { Product, ProductPage } from '#contract/shop/product.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import { unlessLate } from '#offline/sending/unless-late.ts';
import type { CatalogueNews } from './catalogue-news.ts';
import { createCatalogueReplica } from './catalogue-replica.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import type { ReplicaAnswer } from './replica-answers.ts';
import { createReplicaUpdates } from './replica-updates.ts';
import { callOf, sharedCalls } from './shared-answers.ts';
import { createShopAnswers, isNoAnswer } from './shop-answers.ts';

/** The dependencies of the edge; the worker passes real ones, a test its own. */
export interface CatalogueEdgeParts {
  readonly store: CatalogueStore;
  readonly request: Client['request'];
  readonly clock: Clock;
  /** Resolves after everything that is due now. Designs are indexed in batches, with a turn in between. */
  readonly nextTurn: () => Promise<unknown>;
  /** Sends news to every open page. */
  readonly tell: (news: CatalogueNews) => void;
  /** Whether the buyer wants to save data. */
  readonly isSavingData: () => boolean;
}

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
  /** Like `carry`, but doesn't store a computed answer, as nobody looked at it. */
  peek(first: FirstRequest): Promise<CarriedAnswer | null>;
  /**
   * Updates the replica from the shop, and sends news to the pages if it changed.
   * @throws ApiError
   */
  follow(): Promise<void>;
  /**
   * Fetches and stores what every screen needs.
   * @throws ApiError
   */
  storeForOffline(): Promise<void>;
  /**
   * Fetches more designs of a large shop, up to as many as a device stores, until `signal` is aborted. Resolves with
   * whether any were added. Never rejects.
   */
  storeOlder(signal: AbortSignal): Promise<boolean>;
  /** While this device stores a part of the shop, fetches the page after one that somebody looks at. Never rejects. */
  askAhead(asked: AskedCatalogueCall, answer: object): Promise<void>;
  /** Deletes stored answers that show what somebody looked at, and doesn't store those still on their way. */
  forgetSeen(): Promise<void>;
  /** Pictures of the newest stored designs, the first of each before the others; null if they can't be read now. */
  newestPictures(count: number): Promise<readonly string[] | null>;
  /** The pictures of the stored collections, whose designs may be older than the newest. */
  collectionPictures(): Promise<readonly string[]>;
  /** All pictures of the stored designs, or else of those in the shop's snapshot; null if neither can be read. */
  allPictures(): Promise<AllPictures | null>;
}

/** Pictures of designs; `isWhole`: of as many as a device of this shop stores. */
export interface AllPictures {
  readonly pictures: readonly string[];
  readonly isWhole: boolean;
}

/** How long to wait for the device's own answer before asking the shop too, in ms: its database may not answer. */
const deviceMs = 2_000;
/** A computed answer takes the place of the shop's when that takes longer. */
const patienceMs = 1200;
/** How long to wait for the shop if a complete replica lacks a design, in ms. Longer, because the design may be newer than the replica. */
const missingPatienceMs = 4000;

export function createCatalogueEdge(parts: CatalogueEdgeParts): CatalogueEdge {
  const { store, clock, nextTurn, tell } = parts;
  const shop = createShopAnswers(parts);
  const now = () => new Date(clock.now()).toISOString();
  const replica = createCatalogueReplica({
    store,
    ask: shop.ask,
    now,
    nextTurn,
    // Not by `shop`: that a large answer fails doesn't mean that the shop can't be reached.
    askOlder: ({ publishedAt, _id: id }) =>
      parts.request('productsOlder', { query: { publishedAt, id } }),
  });
  const updates = createReplicaUpdates(replica, parts);

  store.onLost(() => void replica.saveAgain().then(updates.saveFirsts).catch(ignore));

  /** Resolves with the shop's answer; `saved` resolves once it is stored, or can't be. */
  async function askAndKeep(asked: AskedCatalogueCall, generation: number) {
    if (asked.name === 'products') {
      // A replica that is only slow to read may have more than a snapshot.
      const mayHaveReplica = await store.readState().then(
        (state) => state !== null,
        () => true,
      );
      if (mayHaveReplica) return { answer: await shop.ask(asked), saved: Promise.resolve() };
      const { saved } = await updates.takeSnapshot();
      return { answer: (await replica.answer(asked))?.answer ?? {}, saved };
    }
    const answer = await shop.ask(asked);
    return { answer, saved: shop.save(asked, answer, generation) };
  }

  /** Looks for a stored answer. With an incomplete replica only the shop's own answers count; otherwise the page fetches, and waits. */
  async function carry(first: FirstRequest, isSeen: boolean): Promise<CarriedAnswer | null> {
    const asked = callOf(first);
    const generation = shop.generation();
    const computed = await replica.answer(asked);
    if (isSeen && computed && generation === shop.generation()) {
      void replica.saveAnswer(asked, computed);
    }
    const saved = computed ?? (await shop.stored(asked));
    return saved && { first, json: JSON.stringify(saved.answer), savedAt: saved.savedAt };
  }

  const snapshot = () =>
    shop.ask(callOf({ name: 'products', request: {} })) as Promise<CallAnswer<'products'>>;

  async function askAhead(asked: AskedCatalogueCall, answer: object): Promise<void> {
    const next = nextPage(asked, answer);
    if (!next || parts.isSavingData() || (await replica.state())?.isWhole !== false) return;
    const generation = shop.generation();
    if (!(await shop.stored(next))) await shop.save(next, await shop.ask(next), generation);
  }

  /** The device has no answer of its own yet. Its late or incomplete one counts if the shop takes longer. */
  async function answerFromShop(
    asked: AskedCatalogueCall,
    computing: Promise<ReplicaAnswer | null>,
    generation: number,
  ): Promise<EdgeAnswer> {
    const sent = askAndKeep(asked, generation);
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
    const state = asked.name === 'product' ? await unlessShop(replica.state()) : null;
    const isMissing = state?.isWhole === true;
    const guessing = computing.then((late) => late ?? replica.guess(asked));
    const guess = isMissing ? null : await unlessShop(guessing);
    if (!guess && !isMissing) return { answer: await asking, savedAt: null, refreshed };
    const patience = guess ? patienceMs : missingPatienceMs;
    const waitMs = shop.isDistrusted() ? 0 : patience;
    const answer = await unlessLate(clock, waitMs, asking).catch((error: unknown) => {
      if (!isNoAnswer(error)) throw error;
      return null;
    });
    if (answer) return { answer, savedAt: null, refreshed };
    const late = asking.then((found) => tell({ kind: 'fresh', asked, answer: found }), ignore);
    if (!guess) throw notInReplica(state?.checkedAt ?? now());
    return { answer: guess.answer, savedAt: guess.savedAt, refreshed: late };
  }

  return {
    async answer(asked) {
      const generation = shop.generation();
      const computing = replica.answer(asked);
      const computed = await unlessLate(clock, deviceMs, computing);
      if (computed) {
        const { answer, savedAt, cursor } = computed;
        return { answer, savedAt, refreshed: updates.confirm(asked, cursor).catch(ignore) };
      }
      const saved = await shop.stored(asked).catch(() => null);
      if (!saved) return answerFromShop(asked, computing, generation);
      const { answer, savedAt } = saved;
      return { answer, savedAt, refreshed: shop.renew(asked, generation).catch(ignore) };
    },
    // If the answer can't be read, the document starts without it.
    carry: (first) => carry(first, true).catch(() => null),
    peek: (first) => carry(first, false).catch(() => null),
    async follow() {
      await updates.follow();
      await updates.saveFirsts();
    },
    async storeForOffline() {
      await updates.followAgain();
      await updates.saveFirsts();
      for (const asked of sharedCalls()) {
        if (await replica.answer(asked)) continue;
        await shop.save(asked, await shop.ask(asked), shop.generation());
      }
      await replica.searchable();
    },
    async storeOlder(signal) {
      const isAdded = await updates.fill(signal);
      if (isAdded) await updates.saveFirsts().catch(ignore);
      return isAdded;
    },
    askAhead: (asked, answer) => askAhead(asked, answer).catch(ignore),
    async forgetSeen() {
      replica.forgetStored();
      await shop.forgetSeen();
    },
    async newestPictures(count) {
      const newest = await replica.newest(count);
      const urls = newest?.map(({ images }) => images.map(({ url }) => url));
      return urls
        ? [...urls.flatMap(([first]) => first ?? []), ...urls.flatMap(([, ...more]) => more)]
        : null;
    },
    async collectionPictures() {
      const saved = await shop.stored(callOf({ name: 'collections', request: {} }));
      const answer = saved?.answer as CallAnswer<'collections'> | undefined;
      return answer?.collections.map(({ image }) => image.url) ?? [];
    },
    async allPictures() {
      const stored = await replica.newest(limits.deviceSize);
      const isWhole = (await replica.state())?.isWhole === true;
      if (stored) return allPicturesOf(stored, isWhole || stored.length === limits.deviceSize);
      const shops = await snapshot().catch(() => null);
      return shops && allPicturesOf(shops.products, shops.isWhole);
    },
  };
}

function allPicturesOf(designs: readonly Product[], isWhole: boolean): AllPictures {
  return { pictures: designs.flatMap(({ images }) => images.map(({ url }) => url)), isWhole };
}

/** The call for the page after this one; null if it is the last, or the answer isn't a page. */
function nextPage(asked: AskedCatalogueCall, answer: object): AskedCatalogueCall | null {
  const { totalPages } = answer as Partial<ProductPage>;
  const page = Number(asked.query.page ?? 1) + 1;
  if (asked.name === 'products' || totalPages === undefined || page > totalPages) return null;
  return { ...asked, query: { ...asked.query, page: String(page) } };
}

/** The shop's error for a design that it doesn't have, as the device gives it. */
function notInReplica(savedAt: string): ApiError {
  const message = 'This design is no longer available.';
  return new ApiError(404, { code: 'NOT_FOUND', message }, null, { savedAt });
}

function ignore(): void {}
