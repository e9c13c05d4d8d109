import { describe, expect, test } from 'vitest';
import { readCartFirstPaint } from '#offline/views/cart-view.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';
import { ana, ben, broken, createModelServer, fox, gone, moon, productOf } from './model-server.ts';
import { cartOnce, createTestBrowser, shop, shownIds, wishlistOnce } from './test-device.ts';

const shows = (...ids: string[]) => {
  const wanted = ids.join();
  return (device: Parameters<typeof shownIds>[0]) => shownIds(device).join() === wanted;
};

describe('a visitor', () => {
  test('sees a design that is no longer sold greyed out and excluded from the total', async () => {
    const { browser } = shop();
    const device = browser.open();
    await device.addToCart(fox);
    await device.addToCart(productOf(gone));
    browser.clock.move(120_000);
    await device.sync({ pressed: true });
    await cartOnce(device, (now) => now.cart().lines.some((line) => !line.snapshot.isAvailable));

    expect(device.cart().totals.total).toBe(4);
    expect(device.cart().lines).toHaveLength(2);
  });

  test('sees the current state of a design added while the clock was ahead', async () => {
    const { browser } = shop();
    const days = 31 * 86_400_000;
    browser.clock.move(days);
    await browser.open().addToCart({ ...fox, title: 'An older name' });
    browser.clock.move(-days);
    const later = browser.open();
    await later.follow();
    await later.sync();
    await cartOnce(later, ({ cart }) =>
      cart().lines.some(({ snapshot }) => snapshot.title === fox.title),
    );
  });

  test('brings the cart along at sign-in, once, and sees how many items were added', async () => {
    const { server, browser } = shop();
    const device = browser.open();
    const counts: number[] = [];
    device.on('merged', (count) => counts.push(count));
    const opId = await device.addToCart(fox);
    browser.signIn(ana);
    await device.follow();
    await device.sync({ pressed: true });

    expect(server.effects).toEqual([{ account: ana, opId, productId: fox._id }]);
    expect(counts).toEqual([1]);
    const left = await browser.rows(null, (store) => store.read());
    expect(left.outbox).toEqual([]);
    expect(left.cartLines).toEqual([]);
  });
});

describe('a signed-in buyer', () => {
  test('waits as long as the server asks before retrying', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.follow();
    await device.sync({ pressed: true });
    server.nextFaults(['down']);
    await device.addToCart(fox);
    await device.sync();
    const waiting = await device.sync();
    expect(waiting.retryAt).toBeGreaterThanOrEqual(browser.clock.now() + 7000);
    expect(server.effects).toEqual([]);

    browser.clock.move(7700);
    await device.sync();
    expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  });

  test('does not accept the page of a captive portal as an answer', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.follow();
    await device.sync({ pressed: true });
    server.nextFaults(['portal']);
    await device.addToCart(fox);
    const result = await device.sync();

    expect(result.isEmpty).toBe(false);
    expect(await device.countUnsent()).toBe(1);
  });

  test('no longer sees a refused change after dismissing it', async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    const opId = await device.addToCart(productOf(gone));
    await device.sync({ pressed: true });
    await cartOnce(device, (now) => now.cart().refused.length === 1);
    await device.dismissRefused(opId);
    await cartOnce(device, (now) => now.cart().refused.length === 0);
  });

  test('loses only the change on which the server fails five times in half a minute', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.addToCart(productOf(broken));
    await device.addToCart(fox);
    for (let press = 0; press < 9; press += 1) await device.sync({ pressed: true });
    expect(await device.countUnsent()).toBe(1);

    browser.clock.move(30_000);
    await device.sync();
    await cartOnce(device, (now) => now.cart().refused.length === 1);

    expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  });

  test('keeps everything when the session has ended, and sends it after the next sign-in', async () => {
    const { server, browser } = shop();
    browser.signIn(ana, 'ended');
    const device = browser.open();
    await device.addToCart(fox);
    const result = await device.sync({ pressed: true });
    expect(result.problem?.code).toBe('NOT_SIGNED_IN');

    browser.signIn(ana);
    await device.sync({ pressed: true });
    expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  });

  test("sees another device's changes with a pending change on top", async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    server.changeElsewhere(ana, moon._id, true);
    const device = browser.open();
    await device.follow();
    await device.sync({ pressed: true });
    await cartOnce(device, shows(moon._id));
    // More than the change needs: a refresh may still be on its way.
    server.nextFaults(Array.from({ length: 12 }, () => 'lost' as const));
    await device.addToCart(fox);
    await device.sync();
    server.changeElsewhere(ana, moon._id, false);
    await cartOnce(device, shows(moon._id, fox._id));
    expect(device.cart().waiting).toBe(1);

    server.nextFaults([]);
    browser.clock.move(60_000);
    await device.sync();
    await cartOnce(device, shows(fox._id));
  });

  test("sees one tab's change in the other", async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const first = browser.open();
    const second = browser.open();
    await Promise.all([first.follow(), second.follow()]);
    await first.addToCart(fox);
    await cartOnce(second, shows(fox._id));
  });
});

describe('sign-out', () => {
  test('can keep unsent changes, hidden, for the next sign-in of the same account', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
    const device = browser.open();
    await device.addToCart(fox);
    await device.sync({ pressed: true });
    await device.wipe({ keepsUnsent: true });
    server.nextFaults([]);
    browser.signIn(ben);
    await device.follow();
    await device.sync({ pressed: true });
    expect(shownIds(device)).toEqual([]);
    expect(server.effects).toEqual([]);

    browser.signIn(ana);
    await device.follow();
    await device.sync({ pressed: true });
    expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
    expect(server.cartOf(ben)).toEqual(new Set());
  });
});

describe('the first paint', () => {
  test('shows lines and totals from local storage before the database is open', async () => {
    const { browser } = shop();
    const device = browser.open();
    await device.addToCart(fox);
    await cartOnce(device, shows(fox._id));

    const reloaded = browser.open();
    expect(reloaded.cart().isLoaded).toBe(false);
    expect(shownIds(reloaded)).toEqual([fox._id]);
    expect(reloaded.cart().totals.total).toBe(4);
  });

  test("calls an account's cart empty only after the shop has confirmed it", async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.follow();
    await cartOnce(device, (now) => now.cart().isLoaded);

    expect(device.cart().answeredAt).not.toBeNull();
  });

  test('reports a failed request, and calls nothing empty, until the shop answers', async () => {
    const { server, browser } = shop();
    server.changeElsewhere(ana, fox._id, true);
    server.nextFaults(['lost']);
    browser.signIn(ana);
    const device = browser.open();
    await device.follow();
    await cartOnce(device, (now) => now.cart().isUnanswered);
    await wishlistOnce(device, (now) => now.wishlist().isUnanswered);
    expect(device.cart().isLoaded).toBe(false);
    expect(device.wishlist().isLoaded).toBe(false);

    await device.sync({ pressed: true });
    await cartOnce(device, (now) => now.cart().isLoaded && !now.cart().isUnanswered);
    await wishlistOnce(device, (now) => now.wishlist().isLoaded && !now.wishlist().isUnanswered);
    expect(shownIds(device)).toEqual([fox._id]);
  });

  test('reports a failure also when its own code did not load', async () => {
    const { browser } = shop();
    const device = browser.open({
      lock: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    browser.signIn(ana);
    await expect(device.follow()).rejects.toThrow();

    expect(device.cart()).toMatchObject({ isLoaded: false, isUnanswered: true });
    expect(device.wishlist()).toMatchObject({ isLoaded: false, isUnanswered: true });
  });

  test("never shows another account's cart", async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.addToCart(fox);
    await cartOnce(device, shows(fox._id));

    expect(readCartFirstPaint(browser.firstPaint(), ana).lines).toHaveLength(1);
    expect(readCartFirstPaint(browser.firstPaint(), ben).lines).toEqual([]);
    expect(readCartFirstPaint(browser.firstPaint(), null).lines).toEqual([]);
  });

  test('works with a local storage that contains something else', () => {
    expect(readCartFirstPaint('{"accountId":null,"lines":7}', null).lines).toEqual([]);
    expect(readCartFirstPaint('[', null).lines).toEqual([]);
  });
});

describe('a browser without IndexedDB', () => {
  const blocked = {
    indexedDB: {
      open: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    } as unknown as IDBFactory,
    IDBKeyRange: {} as typeof IDBKeyRange,
  };

  test('still has a cart, reports that it is not saved, and reaches the server', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open({ idb: blocked });
    await device.addToCart(fox);
    await device.sync({ pressed: true });
    await cartOnce(device, shows(fox._id));

    expect(device.cart().trouble).not.toBeNull();
    expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  });

  test("brings the page's cart into the account at sign-in", async () => {
    const { server, browser } = shop();
    const device = browser.open({ idb: blocked });
    await device.addToCart(fox);
    browser.signIn(ana);
    await device.follow();
    await device.sync({ pressed: true });

    expect(server.cartOf(ana)).toEqual(new Set([fox._id]));
  });
});

test('saves orders with their licences and the time of their answer', async () => {
  const { browser } = shop();
  browser.signIn(ana);
  await browser.open().refreshOrders();

  const device = browser.open();
  const saved = await new Promise((resolve) => {
    const stop = device.watchCopy('orders', (orders) => {
      if (orders) resolve(orders);
    });
    return stop;
  });
  const savedAt = new Date(browser.clock.now()).toISOString();
  expect(saved).toMatchObject({ orders: [], licenceTexts: [{ goods: '100 goods.' }], savedAt });
});

test('knows what was bought after a sign-in on a device that never showed the orders', async () => {
  const { server, browser } = shop();
  const items = [
    makeItem({ productId: fox._id }),
    makeItem({ productId: moon._id, isRevoked: true }),
  ];
  const order = makeOrder({ items });
  const pending = makeOrder({ _id: 'd'.repeat(24), status: 'Pending', items: [makeItem()] });
  server.buy(ana, order, pending);
  browser.signIn(ana);
  const device = browser.open();
  const isKnown = new Promise<void>((resolve) => {
    device.watchBought(() => device.bought().size > 0 && resolve());
  });
  await device.follow();
  await isKnown;
  expect([...device.bought()]).toEqual([[fox._id, order._id]]);

  browser.signIn(ben);
  await device.follow();
  expect(device.bought().size).toBe(0);
});

describe('the orders of an account', () => {
  const ordersAsked = (asked: readonly string[]) =>
    asked.filter((path) => path.endsWith('/orders/user')).length;

  /** A browser of a signed-in buyer that counts its requests; `isDown` cuts its network. */
  function setUp() {
    const server = createModelServer();
    const asked: string[] = [];
    const line = { isDown: false, holdsOrders: false };
    const browser = createTestBrowser({
      fetch: async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url);
        asked.push(pathname);
        if (line.isDown) throw new TypeError('Failed to fetch');
        if (line.holdsOrders && pathname.endsWith('/orders/user'))
          return new Response('', { status: 502 });
        return server.fetch(input, init);
      },
    });
    browser.signIn(ana);
    const saved = () => browser.rows(ana, (store) => store.readCopy('orders'));
    return { server, asked, line, browser, saved };
  }

  test('are requested once when checkout and sign-in want them at the same time', async () => {
    const { asked, browser, saved } = setUp();
    const device = browser.open();
    await Promise.all([device.follow(), device.refreshOrders(60_000)]);
    await device.sync({ pressed: true });
    await expect.poll(saved).not.toBeNull();
    await device.refreshOrders(60_000);
    expect(ordersAsked(asked)).toBe(1);
  });

  test('are requested again after an hour, along with an answer of the shop', async () => {
    const { asked, browser, saved } = setUp();
    const device = browser.open();
    await device.follow();
    await expect.poll(saved).not.toBeNull();
    browser.clock.move(50 * 60_000);
    await device.sync({ pressed: true });
    browser.clock.move(11 * 60_000);
    expect(ordersAsked(asked)).toBe(1);
    await device.sync({ pressed: true });
    await expect.poll(() => ordersAsked(asked)).toBe(2);
  });

  test('are not requested while the shop does not answer, but as soon as it does', async () => {
    const { asked, line, browser, saved } = setUp();
    line.isDown = true;
    const device = browser.open();
    await device.follow();
    await device.sync({ pressed: true });
    expect(ordersAsked(asked)).toBe(0);
    line.isDown = false;
    browser.clock.move(1000);
    await device.sync({ pressed: true });
    await expect.poll(saved).not.toBeNull();
  });

  test('are requested once a minute when the shop answers everything but them', async () => {
    const { asked, line, browser } = setUp();
    line.holdsOrders = true;
    const device = browser.open();
    await device.follow();
    for (let second = 0; second < 59; second += 1) {
      browser.clock.move(1000);
      await device.sync({ pressed: true });
    }
    await expect.poll(() => ordersAsked(asked)).toBe(1);
  });
});

test('keeps its id across pages and accounts', async () => {
  const { browser } = shop();
  await browser.open().addToCart(fox);
  browser.signIn(ana);
  await browser.open().addToCart(moon);

  const visitor = await browser.rows(ana, (store) => store.read());
  const devices = new Set(visitor.outbox.map((op) => op.deviceId));
  expect(devices.size).toBe(1);
});
