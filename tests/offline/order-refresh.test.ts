import { expect, test } from 'vitest';
import { ApiError } from '#contract/wire/api-error.ts';
import { createOrderRefresh } from '#offline/accounts/order-refresh.ts';
import { createBackoff } from '#offline/sending/device-backoff.ts';
import { createMemoryStore } from '#offline/stores/memory-store.ts';
import { makeOrder } from '#tests/support/make-order.ts';
import { createModelServer } from './model-server.ts';
import { problem } from './rough-network.ts';
import { createTestBrowser } from './test-device.ts';

/** The orders of a signed-in buyer, behind this network. */
function setUp(network: typeof fetch) {
  const browser = createTestBrowser({ fetch: network });
  browser.signIn('ana');
  const { clock, lock, idb } = browser;
  const { request, random } = browser.parts;
  const backoff = createBackoff({ idb, clock, random });
  const store = createMemoryStore();
  /** That of one tab. */
  const open = () =>
    createOrderRefresh({ request, clock, lock, backoff }, store, {
      name: 'ana',
      isCurrent: () => true,
    });
  return { clock, backoff, refresh: open(), open };
}

test('orders that nobody waits for are fetched with low priority', async () => {
  const priorities: (string | undefined)[] = [];
  const { refresh } = setUp((input, init) => {
    priorities.push(init?.priority);
    return createModelServer().fetch(input, init);
  });
  await refresh(60_000).catch(() => {});
  await refresh().catch(() => {});
  expect(priorities).toEqual(['low', undefined]);
});

test('orders that nobody waits for wait in an outage, and begin one if the shop is too busy for them', async () => {
  const server = createModelServer();
  let isBusy = true;
  let requests = 0;
  const { clock, backoff, refresh } = setUp(async (input, init) => {
    requests += 1;
    return isBusy ? problem('TOO_MANY', { 'Retry-After': '120' }) : server.fetch(input, init);
  });
  await expect(refresh(60_000)).rejects.toThrow();
  expect(await backoff.maySend('sync')).toBe(false);
  isBusy = false;
  clock.move(100_000);
  expect(await refresh(60_000)).toBeNull();
  expect(requests).toBe(1);

  // As soon as the outage is over, though that is within a minute.
  clock.move(32_000);
  expect(await refresh(60_000)).not.toBeNull();
  expect(backoff.retryAt()).toBeNull();
});

test('a buyer who waits for the orders gets them in an outage', async () => {
  const { backoff, refresh } = setUp(createModelServer().fetch);
  await backoff.track('sync', Promise.reject(new ApiError('FETCH_ERROR'))).catch(() => {});
  expect(await refresh()).not.toBeNull();
});

test('all pages are fetched, and an order that moves to the next meanwhile is there once', async () => {
  const pages = ['ab', 'bc', 'd'];
  const asked: string[] = [];
  const { refresh } = setUp(async (input) => {
    const page = new URL(new Request(input).url).searchParams.get('page') ?? '1';
    asked.push(page);
    const letters = [...(pages[Number(page) - 1] ?? '')];
    const orders = letters.map((letter) => makeOrder({ _id: letter.repeat(24) }));
    return Response.json({ orders, totalPages: pages.length, licenceTexts: [] });
  });

  const saved = await refresh();

  expect(asked).toEqual(['1', '2', '3']);
  expect(saved?.orders.map(({ _id }) => _id[0])).toEqual(['a', 'b', 'c', 'd']);
});

test('an answer to an earlier question replaces no later one, unless the clock was wrong', async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  const { refresh, open, clock } = setUp(() => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  const give = (at: number, letter: string) => {
    const orders = [makeOrder({ _id: letter.repeat(24) })];
    answers[at]?.resolve(Response.json({ orders, totalPages: 1, licenceTexts: [] }));
  };
  const first = refresh();
  await expect.poll(() => answers.length).toBe(1);
  clock.move(1000);
  const second = open()();
  await expect.poll(() => answers.length).toBe(2);
  clock.move(1000);
  give(1, 'b');
  const later = await second;
  give(0, 'a');

  expect(await first).toEqual(later);
  expect(later?.orders.map(({ _id }) => _id[0])).toEqual(['b']);

  clock.move(-60_000);
  const third = refresh();
  await expect.poll(() => answers.length).toBe(3);
  give(2, 'c');
  expect((await third)?.orders.map(({ _id }) => _id[0])).toEqual(['c']);
});
