import type { AccountStore } from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';

/** Minimum time between automatic order requests, in ms, so that a shop that doesn't answer isn't asked again too soon. */
const pauseMs = 60_000;

/**
 * Fetches the account's newest orders and saves them with their licence texts. Joins a request in progress.
 * With `maxAgeMs`, only if the saved orders are older than that, and in one tab at a time.
 * @throws ApiError
 */
export type RefreshOrders = (maxAgeMs?: number) => Promise<void>;

export function createOrderRefresh(
  { request, clock, lock }: Pick<EngineParts, 'request' | 'clock' | 'lock'>,
  store: AccountStore,
  account: { readonly name: string; readonly isCurrent: () => boolean },
): RefreshOrders {
  let running: Promise<void> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    const { orders, licenceTexts } = await request('orders');
    const savedAt = new Date(clock.now()).toISOString();
    if (account.isCurrent()) await store.saveOrders({ orders, licenceTexts, savedAt });
  }

  function refresh(): Promise<void> {
    running ??= ask().finally(() => {
      running = null;
    });
    return running;
  }

  /** Treats orders from the future as old: the clock was wrong when they were saved. */
  async function isOlderThan(ms: number): Promise<boolean> {
    const saved = await store.readOrders();
    const age = saved === null ? Number.NaN : clock.now() - Date.parse(saved.savedAt);
    return !(age >= 0 && age < ms);
  }

  return async (maxAgeMs = 0) => {
    if (maxAgeMs === 0 || running) return refresh();
    if (Math.abs(clock.now() - triedAt) < pauseMs) return;
    triedAt = clock.now();
    await lock(`pinwheel-orders-${account.name}`, async () => {
      if (account.isCurrent() && (await isOlderThan(maxAgeMs))) await refresh();
    });
  };
}
