import type { AskedCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { limits } from '#contract/wire/limits.ts';
import type { Clock } from '#offline/sending/drainer.ts';
import type { CatalogueNews } from './catalogue-news.ts';
import type { CatalogueReplica } from './catalogue-replica.ts';
import { sharedCalls } from './shared-answers.ts';

/** Don't ask for changes again within this time, in ms. */
const followedMs = 2_000;
/** For how long older designs that couldn't be fetched or stored aren't asked for again, in ms: the longest backoff. */
const restMs = 3 * 60_000;

/** Updates of the replica from the shop, one at a time for all who want one. */
export interface ReplicaUpdates {
  /**
   * Updates the replica. Joins an update in progress; skips it if the last one was under 2 s ago. Resolves with
   * true, after telling the pages, if the replica changed.
   * @throws ApiError
   */
  follow(): Promise<boolean>;
  /**
   * Updates the replica even after a recent update: the browser may have evicted the replica since.
   * @throws ApiError
   */
  followAgain(): Promise<void>;
  /**
   * Asks the shop whether the replica's answer at `cursor` is still correct, and tells the pages the result.
   * @throws ApiError
   */
  confirm(asked: AskedCatalogueCall, cursor: string): Promise<void>;
  /**
   * Fetches older designs until the device has as many as it stores, or `signal` is aborted. Joins one in progress.
   * Resolves with true, after telling the pages, if any were added. Never rejects. After a failure it doesn't ask
   * again for three minutes, to leave the shop in peace, and on a device without room for them never.
   */
  fill(signal: AbortSignal): Promise<boolean>;
  /** Like the replica's, and counts as an update. */
  takeSnapshot: CatalogueReplica['takeSnapshot'];
  /** Stores the replica's answers for the app's start screens. */
  saveFirsts(): Promise<void>;
}

export function createReplicaUpdates(
  replica: Pick<
    CatalogueReplica,
    'follow' | 'state' | 'answer' | 'saveAnswer' | 'takeSnapshot' | 'takeOlder'
  >,
  { clock, tell }: { readonly clock: Pick<Clock, 'now'>; tell(news: CatalogueNews): void },
): ReplicaUpdates {
  let following: Promise<boolean> | null = null;
  let filling: Promise<boolean> | null = null;
  /** When older designs may be asked for again. */
  let fillableAt = Number.NEGATIVE_INFINITY;
  let followedAt = Number.NEGATIVE_INFINITY;

  function follow(): Promise<boolean> {
    if (clock.now() - followedAt < followedMs) return Promise.resolve(false);
    following ??= replica
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

  async function fillOnce(signal: AbortSignal): Promise<boolean> {
    const { deviceSize, olderSize } = limits;
    let isAdded = false;
    // Never many more answers than a device stores, whatever the shop says.
    for (let asked = 0; asked < (2 * deviceSize) / olderSize; asked += 1) {
      if (signal.aborted || clock.now() < fillableAt) break;
      const taken = await replica.takeOlder().catch(() => 'failed' as const);
      isAdded ||= taken === 'added' || taken === 'last';
      if (taken === 'failed' || taken === 'unstored') fillableAt = clock.now() + restMs;
      if (taken === 'full') fillableAt = Number.POSITIVE_INFINITY;
      if (taken === 'last' || taken === 'complete') break;
    }
    // The pages may show answers of the part that was here before.
    if (isAdded) tell({ kind: 'changed' });
    return isAdded;
  }

  return {
    follow,
    async followAgain() {
      // An update that started offline says nothing about the shop now.
      await following?.catch(() => {});
      followedAt = Number.NEGATIVE_INFINITY;
      await follow();
    },
    async confirm(asked, cursor) {
      await follow();
      const isSame = (await replica.state())?.cursor === cursor;
      const newer = isSame ? null : await replica.answer(asked);
      tell({ kind: 'fresh', asked, answer: newer?.answer ?? null });
    },
    fill(signal) {
      filling ??= fillOnce(signal).finally(() => {
        filling = null;
      });
      return filling;
    },
    async takeSnapshot() {
      const taken = await replica.takeSnapshot();
      followedAt = clock.now();
      return taken;
    },
    async saveFirsts() {
      for (const asked of sharedCalls()) {
        const computed = await replica.answer(asked);
        if (computed) await replica.saveAnswer(asked, computed);
      }
    },
  };
}
