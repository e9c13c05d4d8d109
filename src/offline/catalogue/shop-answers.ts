import type { Client } from '#api/client.ts';
import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { ApiError, isShopsAnswer } from '#contract/wire/api-error.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { CatalogueNews } from './catalogue-news.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import { keyOf, sharedAnswerKeys } from './shared-answers.ts';

export interface ShopAnswersParts {
  readonly store: Pick<
    CatalogueStore,
    'readAnswer' | 'saveAnswer' | 'forgetAnswer' | 'forgetAnswersBut'
  >;
  readonly request: Client['request'];
  readonly clock: Pick<Clock, 'now'>;
  /** Sends news to every open page. */
  readonly tell: (news: CatalogueNews) => void;
}

/** After a failure, don't wait for the shop for this long, in ms. */
const distrustMs = 10_000;

/** The shop's own answers, and those of them that the device has stored. */
export interface ShopAnswers {
  /**
   * Asks the shop, and tells the pages whether it answered.
   * @throws ApiError
   */
  ask(asked: AskedCatalogueCall): Promise<object>;
  /** Whether the shop has just failed to answer. */
  isDistrusted(): boolean;
  /** How many times answers were forgotten. Remember it before asking; `save` stores nothing asked before that. */
  generation(): number;
  /** Stores an answer that was asked in this generation. Never rejects. */
  save(asked: AskedCatalogueCall, answer: object, generation: number): Promise<void>;
  /**
   * Asks the shop again for a stored answer, tells the pages, and stores what it says.
   * @throws ApiError
   */
  renew(asked: AskedCatalogueCall, generation: number): Promise<void>;
  /** A stored answer that came from the shop itself. One from the replica counts only together with that replica. */
  stored(asked: AskedCatalogueCall): ReturnType<CatalogueStore['readAnswer']>;
  /** Deletes stored answers that show what somebody looked at, and doesn't store those still on their way. */
  forgetSeen(): Promise<void>;
}

export function createShopAnswers({ store, request, clock, tell }: ShopAnswersParts): ShopAnswers {
  let forgotten = 0;
  let failedAt = Number.NEGATIVE_INFINITY;

  function reportReach(isReached: boolean): void {
    if (!isReached) failedAt = clock.now();
    tell({ kind: 'reach', isReached });
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

  async function save(
    asked: AskedCatalogueCall,
    answer: object,
    generation: number,
  ): Promise<void> {
    if (generation !== forgotten) return;
    // Not stored: there is one for each letter typed or filter chosen, and they would displace all other answers.
    if (asked.name === 'productsSuggest' || asked.name === 'productsFacets') return;
    const savedAt = new Date(clock.now()).toISOString();
    // A full device stores nothing more; the answer still reaches the page.
    await store.saveAnswer({ key: keyOf(asked), answer, savedAt }).catch(() => {});
  }

  return {
    ask,
    isDistrusted: () => clock.now() - failedAt < distrustMs,
    generation: () => forgotten,
    save,
    async renew(asked, generation) {
      const answer = await ask(asked).catch(async (error: unknown) => {
        // The shop no longer has it, so don't show the stored answer again.
        if (!isNoAnswer(error)) await store.forgetAnswer(keyOf(asked)).catch(() => {});
        throw error;
      });
      tell({ kind: 'fresh', asked, answer });
      await save(asked, answer, generation);
    },
    async stored(asked) {
      const saved = await store.readAnswer(keyOf(asked));
      return saved?.cursor === undefined ? saved : null;
    },
    async forgetSeen() {
      forgotten += 1;
      await store.forgetAnswersBut(sharedAnswerKeys());
    },
  };
}

/** Whether the shop itself didn't answer: no network, a timeout, a server failure, or someone else's page. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.code === null || (typeof error.status === 'number' && error.status >= 500);
}
