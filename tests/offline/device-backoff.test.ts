import { expect, test } from 'vitest';
import { reach, reportReach } from '#api/reach.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { savedAtHeader } from '#contract/wire/client.ts';
import { sendInBackground } from '#offline/accounts/send-in-background.ts';
import type { Requester } from '#offline/outbox/outage.ts';
import { type Backoff, createBackoff } from '#offline/sending/device-backoff.ts';
import { sample } from '#tests/support/sample.ts';
import { createModelServer, productId, productOf } from './model-server.ts';
import { problem } from './rough-network.ts';
import { createTestBrowser } from './test-device.ts';

const account = 'a'.repeat(24);
const html = { headers: { 'Content-Type': 'text/html' } };
const retryAfter = { 'Retry-After': '120' };

const troubles: Readonly<Record<string, () => Promise<Response>>> = {
  'connection reset': async () => {
    throw new TypeError('Failed to fetch');
  },
  'bare 502': async () => new Response('', { status: 502, ...html }),
  '503 with Retry-After': async () => problem('UNAVAILABLE', retryAfter),
  '429 with Retry-After': async () => problem('TOO_MANY', retryAfter),
  'captive portal': async () => new Response('<!doctype html><title>Wifi</title>', html),
  '403 not approved': async () => problem('NOT_APPROVED'),
};

/** Two tabs and a worker in front of a shop that can be in trouble, with a count of their requests. */
async function openShop() {
  const server = createModelServer();
  let trouble: (() => Promise<Response>) | null = null;
  let requests = 0;
  const ask: typeof fetch = (input, init) => {
    requests += 1;
    return trouble ? trouble() : server.fetch(input, init);
  };
  const browser = createTestBrowser({ fetch: ask });
  browser.signIn(account);
  const tabs = [browser.open(), browser.open()] as const;
  for (const tab of tabs) await tab.follow();
  for (const tab of tabs) await tab.sync();
  await tabs[0].refreshOrders();
  const wake = () =>
    sendInBackground({
      clock: browser.clock,
      random: () => 0.5,
      newId: () => crypto.randomUUID(),
      lock: browser.lock,
      idb: browser.idb,
      client: { baseUrl: 'http://shop.test', fetch: ask },
    });
  return {
    server,
    tabs,
    openTab: () => browser.open(),
    clock: browser.clock,
    lock: browser.lock,
    requests: () => requests,
    /** Makes the shop answer like this from now on; null: normally. */
    set(next: (() => Promise<Response>) | null): void {
      trouble = next;
      requests = 0;
    },
    /** Triggers everything that may wake a device. */
    async wakeAll(): Promise<void> {
      await Promise.all([tabs[0].reportReached('hint'), tabs[1].sync(), wake()]);
    },
  };
}

/** A request of `by` gets no answer. */
async function fail(backoff: Backoff, by: Requester): Promise<void> {
  const failure = Promise.reject(new ApiError('FETCH_ERROR'));
  await expect(backoff.track(by, failure)).rejects.toThrow();
}

test.each(sample(Object.entries(troubles), 3))(
  '%s: sends six requests in 20 s, whatever wakes the device',
  async (name, trouble) => {
    const { server, tabs, clock, requests, set, wakeAll } = await openShop();
    set(trouble);
    await tabs[0].addToCart(productOf(productId(1)));
    for (let wakes = 0; wakes < 11; wakes += 1) {
      await wakeAll();
      // A new change finds the same backoff.
      if (wakes === 5) await tabs[1].addToCart(productOf(productId(2)));
      clock.move(1_750);
    }
    expect(requests()).toBeGreaterThan(0);
    expect(requests()).toBeLessThanOrEqual(6);

    set(null);
    clock.move(name.includes('Retry-After') ? 112_750 : 1_750);
    await tabs[0].sync();
    expect(server.cartOf(account)).toEqual(new Set([productId(1), productId(2)]));
  },
);

test('sends fifteen requests in ten minutes of outage', async () => {
  const { tabs, clock, requests, set } = await openShop();
  set(troubles['connection reset'] ?? null);
  await tabs[0].addToCart(productOf(productId(1)));
  for (let at = 0; at < 600; at += 4) {
    await Promise.all(tabs.map((tab) => tab.sync()));
    clock.move(4_000);
  }
  expect(requests()).toBeLessThanOrEqual(15);
});

test('only a press sends at once', async () => {
  const { server, tabs, requests, set } = await openShop();
  set(troubles['503 with Retry-After'] ?? null);
  await tabs[0].addToCart(productOf(productId(1)));
  await tabs[0].sync();
  set(null);
  await tabs[0].reportReached('answer');
  await tabs[1].sync();
  expect(requests()).toBe(0);

  await tabs[1].sync({ pressed: true });
  expect(server.cartOf(account)).toEqual(new Set([productId(1)]));
});

test('sends a change within 3.5 s of an answer from the shop, even if the browser was wrong about the network', async () => {
  const { server, tabs, clock, requests, set } = await openShop();
  set(troubles['connection reset'] ?? null);
  await tabs[0].addToCart(productOf(productId(1)));
  await tabs[0].sync();
  clock.move(120_000);
  await tabs[0].sync();
  clock.move(3_500);
  await tabs[0].reportReached('hint');
  expect(requests()).toBe(3);

  set(null);
  clock.move(3_500);
  await tabs[0].reportReached('hint');
  expect(server.cartOf(account)).toEqual(new Set());
  await tabs[1].reportReached('answer');
  expect(server.cartOf(account)).toEqual(new Set([productId(1)]));
});

test('a page opened during an outage sends nothing until it is over, then everything', async () => {
  const { server, tabs, clock, requests, set } = await openShop();
  set(troubles['connection reset'] ?? null);
  await tabs[0].addToCart(productOf(productId(1)));
  await tabs[0].sync();
  set(null);
  server.changeElsewhere(account, productId(3), true);
  const { retryAt } = await tabs[1].sync();
  expect(requests()).toBe(0);
  expect(retryAt).toBe(clock.now() + 3_500);

  clock.move(3_500);
  await tabs[1].sync();
  expect(server.cartOf(account)).toEqual(new Set([productId(1), productId(3)]));
});

test('a page opened after an outage notices its end with the next answer, or one before', async () => {
  const { server, tabs, openTab, clock, set } = await openShop();
  set(troubles['connection reset'] ?? null);
  await tabs[0].addToCart(productOf(productId(1)));
  await tabs[0].sync();
  clock.move(60_000);
  await tabs[0].sync();
  const { retryAt } = await tabs[0].sync();
  expect(retryAt).toBeGreaterThan(clock.now() + 40_000);
  set(null);
  const early = openTab();
  await early.follow();
  await expect.poll(() => reach.getState().isReached).toBe(false);

  reportReach(true);
  const late = openTab();
  await late.follow();
  await late.sync();
  clock.move(3_500);
  await late.sync();
  expect(server.cartOf(account)).toEqual(new Set([productId(1)]));
});

test('pages opened during an outage request no orders, though the clock was set back before it', async () => {
  const { tabs, openTab, clock, lock, requests, set } = await openShop();
  clock.move(-2 * 24 * 60 * 60_000);
  set(troubles['429 with Retry-After'] ?? null);
  await tabs[0].addToCart(productOf(productId(1)));
  await tabs[0].sync();
  expect(requests()).toBe(1);
  for (const tab of [openTab(), openTab()]) {
    const isRead = new Promise<void>((resolve) => {
      tab.watchSync(() => resolve());
    });
    await Promise.all([tab.follow(), isRead]);
    // A request for the orders would have the lock by now.
    await lock(`pinwheel-orders-${account}`, async () => {});
  }
  expect(requests()).toBe(1);
});

test("the outbox's outage ends for a visitor after the catalogue's next turn", async () => {
  const browser = createTestBrowser(createModelServer());
  const { clock } = browser;
  const backoff = createBackoff({ ...browser, random: () => 0.5 });
  await fail(backoff, 'sync');
  const page = browser.open();
  await page.follow();
  clock.move(3_500);
  // A visitor has nothing to send, so the turn goes to the next requester.
  await page.sync();
  expect(await backoff.maySend('catalogue')).toBe(true);
  await backoff.track('catalogue', Promise.resolve());
  expect(await backoff.maySend('sync')).toBe(true);
  expect(backoff.retryAt()).toBeNull();
});

test("a visitor's page requests no prices during an outage", async () => {
  const server = createModelServer();
  let requests = 0;
  const browser = createTestBrowser({
    fetch: (input, init) => {
      requests += 1;
      return server.fetch(input, init);
    },
  });
  const page = browser.open();
  await page.follow();
  await page.addToCart(productOf(productId(1)));
  await page.sync();
  browser.clock.move(120_000);
  const backoff = createBackoff({ ...browser, random: () => 0.5 });
  await fail(backoff, 'catalogue');
  requests = 0;
  await page.sync();
  expect(requests).toBe(0);
  await page.sync({ pressed: true });
  expect(requests).toBe(1);
});

test("a visitor's pages send six requests for prices in 20 s of trouble", async () => {
  const server = createModelServer();
  let isSilent = false;
  let requests = 0;
  const browser = createTestBrowser({
    async fetch(input, init) {
      requests += 1;
      if (isSilent) throw new TypeError('Failed to fetch');
      return server.fetch(input, init);
    },
  });
  const { clock } = browser;
  const tabs = [browser.open(), browser.open()];
  for (const tab of tabs) await tab.follow();
  for (const id of [1, 2]) await tabs[0]?.addToCart(productOf(productId(id)));
  clock.move(120_000);
  isSilent = true;
  requests = 0;
  for (let wakes = 0; wakes < 20; wakes += 1) {
    for (const tab of tabs) await tab.sync();
    clock.move(1_000);
  }
  expect(requests).toBeGreaterThan(1);
  expect(requests).toBeLessThanOrEqual(6);
});

test('a saved answer does not end an outage', async () => {
  const server = createModelServer();
  const browser = createTestBrowser({
    async fetch(input, init) {
      const answer = await server.fetch(input, init);
      return new Response(answer.body, {
        headers: { [savedAtHeader]: '2026-06-01T00:00:00.000Z' },
      });
    },
  });
  const page = browser.open();
  await page.follow();
  await page.addToCart(productOf(productId(1)));
  browser.clock.move(120_000);
  const backoff = createBackoff({ ...browser, random: () => 0.5 });
  await fail(backoff, 'catalogue');
  await page.sync({ pressed: true });
  expect(await backoff.maySend('sync')).toBe(false);
});

test('a request under way does not end the Retry-After that another is given', async () => {
  const { idb, clock } = createTestBrowser(createModelServer());
  const backoff = createBackoff({ idb, clock, random: () => 0 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const underWay = backoff.track('sync', promise);
  clock.move(10);
  const busy = new ApiError(503, { message: 'Busy', code: 'UNAVAILABLE' }, 30);
  await expect(backoff.track('sync', Promise.reject(busy))).rejects.toThrow();
  clock.move(10);
  resolve();
  await underWay;
  clock.move(29_000);
  expect(await backoff.maySend('sync')).toBe(false);
  clock.move(1_000);
  expect(await backoff.maySend('sync')).toBe(true);
});

test('a clock set back two minutes blocks nothing that has waited', async () => {
  const { idb, clock } = createTestBrowser(createModelServer());
  let isBack = 0;
  const moved = { ...clock, now: () => clock.now() - isBack };
  const backoff = createBackoff({ idb, clock: moved, random: () => 0.5 });
  await fail(backoff, 'sync');
  isBack = 120_000;
  clock.move(3_400);
  expect(await backoff.maySend('sync')).toBe(false);
  clock.move(100);
  expect(await backoff.maySend('sync')).toBe(true);
});
