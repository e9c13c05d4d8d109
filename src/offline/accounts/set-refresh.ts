import { applyServerSet, knownVersion } from '#offline/outbox/outbox-rules.ts';
import { cartAnswer, wishlistAnswer } from '#offline/outbox/product-snapshot.ts';
import type { SetName } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';
import { ignoreApiError } from './ignore-api-error.ts';

/** Fetches an account's sets from the server. */
export interface SetRefresh {
  /** A refresh was requested and none has succeeded since. */
  readonly isDue: () => boolean;
  request(): void;
  /** Fetches the sets. If that fails, the shown lines and their time stay. */
  run(): Promise<void>;
}

export function createSetRefresh(
  { request, clock, backoff, sets }: Pick<EngineParts, 'request' | 'clock' | 'backoff' | 'sets'>,
  store: AccountStore,
  isCurrent: () => boolean,
): SetRefresh {
  let isDue = false;
  const now = () => new Date(clock.now()).toISOString();

  async function fetchSet(set: SetName): Promise<void> {
    const askedVersion = knownVersion(await store.read(), set);
    // The session may have changed while the rows were read.
    if (!isCurrent()) return;
    const answer =
      set === 'cart'
        ? cartAnswer(await backoff.track('sync', request('cart')), now())
        : wishlistAnswer(await backoff.track('sync', request('wishlist')), now());
    // Discards the answer if the session changed while it was on its way.
    if (isCurrent()) await store.change((rows) => applyServerSet(rows, answer, askedVersion));
  }

  return {
    isDue: () => isDue,
    request() {
      isDue = true;
    },
    async run() {
      isDue = false;
      for (const set of sets) {
        if (!isCurrent()) return;
        try {
          await fetchSet(set);
        } catch (error) {
          ignoreApiError(error);
          if (backoff.retryAt() === null) continue;
          isDue = true;
          return;
        }
      }
    },
  };
}
