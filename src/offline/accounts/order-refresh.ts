import type { LicenceText } from '#contract/shop/licence-text.ts';
import type { Order } from '#contract/shop/order.ts';
import type { CallOptions } from '#contract/wire/client.ts';
import { withoutOlderCounts } from '#offline/outbox/sold-counts.ts';
import type { AccountStore, SavedOrders } from '#offline/stores/account-store.ts';
import type { EngineParts } from './engine-parts.ts';
import { saveAnswer } from './save-answer.ts';

/** Minimum time between automatic order requests, in ms, so that a shop that doesn't answer isn't asked again too soon. */
const pauseMs = 60_000;

/**
 * Fetches all of the account's orders and saves them with their licence texts. Joins a request in progress.
 * With `maxAgeMs`, nobody waits for them: only if the saved orders are older than that, in one tab at a time, with
 * low priority, and not in an outage.
 * Returns what is saved then; null: nothing.
 * @throws ApiError
 */
export type RefreshOrders = (maxAgeMs?: number) => Promise<SavedOrders | null>;

/** Saves what the shop answered about one of the saved orders. */
export async function saveOrder(store: AccountStore, order: Order): Promise<void> {
  const saved = await store.readCopy('orders');
  if (saved === null) return;
  const orders = saved.orders.map((each) => (each._id === order._id ? order : each));
  await store.saveCopy('orders', { ...saved, orders });
}

export function createOrderRefresh(
  { request, clock, lock, backoff }: Pick<EngineParts, 'request' | 'clock' | 'lock' | 'backoff'>,
  store: AccountStore,
  account: { readonly name: string; readonly isCurrent: () => boolean },
): RefreshOrders {
  let running: Promise<SavedOrders | null> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function ask(options: Pick<CallOptions, 'priority'>): Promise<SavedOrders | null> {
    const { counts } = await store.read();
    const askedAt = new Date(clock.now()).toISOString();
    const { orders, licenceTexts } = await askForAll(options);
    const savedAt = new Date(clock.now()).toISOString();
    if (!account.isCurrent()) return null;
    const saved = await saveAnswer(store, 'orders', { orders, licenceTexts, askedAt, savedAt });
    if (counts.length > 0) {
      const items = saved.orders.flatMap((order) => order.items);
      await store.change((rows) => withoutOlderCounts(rows, counts, items));
    }
    return saved;
  }

  async function askForAll(options: Pick<CallOptions, 'priority'>) {
    // Of an order that moves to the next page meanwhile, one is enough.
    const orders = new Map<string, Order>();
    const licenceTexts: LicenceText[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await request('orders', {
        ...options,
        query: page === 1 ? {} : { page: String(page) },
      });
      for (const order of answer.orders) orders.set(order._id, order);
      licenceTexts.push(...answer.licenceTexts);
      pages = answer.totalPages;
    }
    return { orders: [...orders.values()], licenceTexts };
  }

  function refresh(options: Pick<CallOptions, 'priority'> = {}): Promise<SavedOrders | null> {
    running ??= ask(options).finally(() => {
      running = null;
    });
    return running;
  }

  /** Treats orders from the future as old: the clock was wrong when they were saved. */
  async function isOlderThan(ms: number): Promise<boolean> {
    const saved = await store.readCopy('orders');
    const age = saved === null ? Number.NaN : clock.now() - Date.parse(saved.savedAt);
    return !(age >= 0 && age < ms);
  }

  return async (maxAgeMs = 0) => {
    if (maxAgeMs === 0 || running) return refresh();
    if (Math.abs(clock.now() - triedAt) < pauseMs) return null;
    triedAt = clock.now();
    return lock(`pinwheel-orders-${account.name}`, async () => {
      if (!account.isCurrent() || !(await isOlderThan(maxAgeMs))) return null;
      if (await backoff.maySend('orders')) {
        return backoff.track('orders', refresh({ priority: 'low' }));
      }
      // Nothing was asked: the answer that ends the outage may bring the orders at once.
      triedAt = Number.NEGATIVE_INFINITY;
      return null;
    });
  };
}
