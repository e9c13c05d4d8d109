import type { Client } from '#api/client.ts';
import type { CallName } from '#contract/shop/calls.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import type { CallOptions } from '#contract/wire/client.ts';
import { createDiscards } from '#offline/accounts/discards.ts';
import { createEngine } from '#offline/accounts/sync-engine.ts';
import { createBackoff } from '#offline/sending/device-backoff.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';
import { numbers } from '#tests/support/random-numbers.ts';
import { productId, productOf } from './model-server.ts';
import { createTimeline, type Timeline } from './timeline.ts';

const minute = 60_000;
/** The shop is up for ten minutes, down for ten, and up again. */
const leavesAt = 10 * minute;
const returnsAt = 20 * minute;
const endsAt = 40 * minute;
/** How often a buyer changes cart or wishlist on average. */
const changeMs = 10 * minute;
/** How often a visible page checks whether to poll the catalogue, and how often it polls. */
const checkMs = 15_000;
const followMs = minute;
const designs = 20;

/** The most requests per second a shop gets, as a multiple of the normal rate, while it is down and when it returns. */
export const maxTimesNormal = 3;

export interface ReturnFigures {
  /** Peak requests per second before the shop went down, while it was down, and after its return. */
  readonly before: number;
  readonly away: number;
  readonly after: number;
  /** Average requests per second before the shop went down. */
  readonly normal: number;
  /** Changes that the shop has not received at the end. */
  readonly unsent: number;
}

/**
 * Simulates this many devices with the shop open and visible, each with its own page, under one clock: the
 * shop goes down for ten minutes and returns. Their engines and backoffs are the real ones; their storage is
 * in memory.
 */
export async function letShopReturn(devices: number): Promise<ReturnFigures> {
  const timeline = createTimeline();
  const random = numbers(14);
  // Chance alone causes peaks of single seconds, and longer ones with fewer devices.
  const shop = createShop(timeline, Math.ceil(10_000 / devices));
  const opened = Array.from({ length: devices }, (_, place) =>
    openDevice(timeline, shop, random, place),
  );
  const start = timeline.clock.now();
  await timeline.runTo(endsAt);
  const busiest = (from: number, to: number) =>
    shop.busiest((start + from) / 1000, (start + to) / 1000);
  const unsent = await Promise.all(opened.map(({ countUnsent }) => countUnsent()));
  return {
    before: busiest(minute, leavesAt),
    away: busiest(leavesAt, returnsAt),
    after: busiest(returnsAt, endsAt),
    normal: shop.mean((start + minute) / 1000, (start + leavesAt) / 1000),
    unsent: unsent.reduce((sum, count) => sum + count, 0),
  };
}

/** Peaks are averages over `span` seconds. */
function createShop({ clock }: Timeline, span: number) {
  const start = clock.now();
  /** Requests per second of the simulation. */
  const seconds = new Map<number, number>();
  let version = 0;

  function mean(from: number, to: number): number {
    let sum = 0;
    for (let second = from; second < to; second++) sum += seconds.get(second) ?? 0;
    return sum / (to - from);
  }

  return {
    async ask(name: CallName): Promise<object> {
      const second = Math.floor(clock.now() / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
      const at = clock.now() - start;
      if (at >= leavesAt && at < returnsAt) throw new ApiError('FETCH_ERROR');
      version += 1;
      if (name === 'cart') {
        return {
          _id: 'c',
          items: [],
          totalPrice: 0,
          totalDiscount: 0,
          appliedCoupon: null,
          version,
        };
      }
      if (name === 'orders') return { orders: [], totalPages: 1, licenceTexts: [] };
      return { items: [], version };
    },
    mean,
    busiest(from: number, to: number) {
      const starts = Array.from({ length: to - from - span + 1 }, (_, second) => from + second);
      return Math.max(...starts.map((second) => mean(second, second + span)));
    },
  };
}

function openDevice(
  { clock }: Timeline,
  shop: ReturnType<typeof createShop>,
  random: () => number,
  place: number,
) {
  const account = productId(place);
  const store = createMemoryStore();
  // One for page and worker, as if storage weren't blocked.
  const backoff = createBackoff({ idb: null, clock, random });
  let isReached = true;
  let followedAt = clock.now();

  /** Like the page's client: records whether the shop was reached, and reports when it is again. */
  async function ask(name: CallName, _call: CallOptions = {}): Promise<object> {
    try {
      const answer = await shop.ask(name);
      reportReach(true);
      return answer;
    } catch (error) {
      reportReach(false);
      throw error;
    }
  }
  function reportReach(next: boolean): void {
    const isBack = next && !isReached;
    isReached = next;
    if (!isBack) return;
    void engine.reportReached('answer');
    void follow();
  }

  const engine = createEngine(
    {
      request: ask as Client['request'],
      ask: (async (name: CallName) => ({
        answer: await ask(name),
        savedAt: null,
      })) as Client['ask'],
      accountId: () => account,
      clock,
      random,
      newId: () => crypto.randomUUID(),
      lock: (_name, task) => task(),
      idb: null,
      lists: ['cart', 'wishlist'],
      backoff,
      discards: createDiscards(),
    },
    { store, accountId: account, deviceId: account, addedFromVisitor: 0, lateMerge: null },
  );

  async function follow(): Promise<void> {
    followedAt = clock.now();
    if (!(await backoff.maySend('catalogue'))) return;
    await backoff.track('catalogue', ask('productsChanges')).catch(() => {});
  }
  function check(): void {
    if (!isReached || clock.now() - followedAt >= followMs) void follow();
    clock.after(checkMs, check);
  }
  async function change(): Promise<void> {
    const id = productId(1000 + Math.floor(random() * designs));
    const isIn = (await store.read()).cartLines.some((line) => line.productId === id);
    if (isIn) await engine.enqueue('removeFromCart', { productId: id, snapshot: null });
    else await engine.add('addToCart', productOf(id));
    await engine.sync();
  }
  /** The buyer changes something every now and then. */
  function live(): void {
    clock.after(-Math.log(1 - random()) * changeMs, () => {
      void change();
      live();
    });
  }
  // Pages were opened at different times.
  clock.after(random() * followMs, () => {
    followedAt = clock.now();
    clock.after(checkMs, check);
  });
  live();
  return engine;
}
