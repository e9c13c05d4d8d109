import { applyServerList, knownVersion } from '#offline/outbox/outbox-rules.ts';
import { cartAnswer, wishlistAnswer } from '#offline/outbox/product-snapshot.ts';
import type { ListName } from '#offline/outbox/rows.ts';
import type { AccountStore } from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';
import { ignoreApiError } from './ignore-api-error.ts';

/** Fetches an account's lists from the server. */
export interface ListRefresh {
  /** A refresh was requested and none has succeeded since. */
  readonly isDue: () => boolean;
  request(): void;
  /** Fetches the lists. If that fails, the shown lines and their time stay. */
  run(): Promise<void>;
}

export function createListRefresh(
  { request, clock, backoff, lists }: Pick<EngineParts, 'request' | 'clock' | 'backoff' | 'lists'>,
  store: AccountStore,
  isCurrent: () => boolean,
): ListRefresh {
  let isDue = false;
  const now = () => new Date(clock.now()).toISOString();

  async function fetchList(list: ListName): Promise<void> {
    const askedVersion = knownVersion(await store.read(), list);
    // The session may have changed while the rows were read.
    if (!isCurrent()) return;
    const answer =
      list === 'cart'
        ? cartAnswer(await backoff.track('sync', request('cart')), now())
        : wishlistAnswer(await backoff.track('sync', request('wishlist')), now());
    // Discards the answer if the session changed while it was on its way.
    if (isCurrent()) await store.change((rows) => applyServerList(rows, answer, askedVersion));
  }

  return {
    isDue: () => isDue,
    request() {
      isDue = true;
    },
    async run() {
      isDue = false;
      for (const list of lists) {
        if (!isCurrent()) return;
        try {
          await fetchList(list);
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
