import { expect, test } from 'vitest';
import { broken, createModelServer, productId, productOf } from './model-server.ts';
import { createTestBrowser, shownIds } from './test-device.ts';

/** Records the requests, and returns no answer of the shop's. */
function noShop(answer: () => Promise<Response>) {
  const asked = new Set<string>();
  const browser = createTestBrowser({
    fetch: (input) => {
      asked.add(new URL(new Request(input).url).pathname);
      return answer();
    },
  });
  browser.signIn('a'.repeat(24));
  return { asked, browser };
}

test('does not request the wishlist if the cart got no answer', async () => {
  const { asked, browser } = noShop(() => Promise.reject(new TypeError('Failed to fetch')));
  await browser.open().sync({ pressed: true });
  expect([...asked]).toEqual(['/api/cart']);
});

test('requests the other set if the shop refuses one', async () => {
  const { asked, browser } = noShop(async () =>
    Response.json({ code: 'FORBIDDEN', message: 'Not yours' }, { status: 403 }),
  );
  await browser.open().sync({ pressed: true });
  expect([...asked]).toContain('/api/wishlist');
});

test('requests each set once after an answer shows that the shop is back', async () => {
  const server = createModelServer();
  const asked: string[] = [];
  let reached: Promise<unknown> | undefined;
  const browser = createTestBrowser({
    fetch: async (input, init) => {
      const answer = await server.fetch(input, init);
      asked.push(new URL(new Request(input).url).pathname);
      reached ??= tab.reportReached('answer');
      return answer;
    },
  });
  browser.signIn('a'.repeat(24));
  const tab = browser.open();
  await tab.follow();
  await expect.poll(() => reached).toBeDefined();
  await reached;
  expect(asked.filter((path) => path !== '/api/orders/user').toSorted()).toEqual([
    '/api/cart',
    '/api/wishlist',
  ]);
});

test('still pulls after a change on which the shop fails, without further pulls', async () => {
  const account = 'a'.repeat(24);
  const server = createModelServer();
  const asked: string[] = [];
  const browser = createTestBrowser({
    fetch: (input, init) => {
      asked.push(new URL((input as Request).url).pathname);
      return server.fetch(input, init);
    },
  });
  browser.signIn(account);
  const tab = browser.open();
  await tab.follow();
  await tab.sync();
  await tab.refreshOrders();
  server.changeElsewhere(account, productId(1), true);
  asked.length = 0;
  await tab.addToCart(productOf(broken));
  await tab.sync();
  await expect.poll(() => shownIds(tab)).toEqual([productId(1), broken]);

  server.changeElsewhere(account, productId(2), true);
  browser.clock.move(1_000);
  await browser.open().sync();
  await expect.poll(() => shownIds(tab)).toContain(productId(2));

  asked.length = 0;
  const askedLater = () => {
    browser.clock.move(2_500);
    return asked.length;
  };
  await expect.poll(askedLater).toBe(4);
  expect(new Set(asked)).toEqual(new Set(['/api/cart/add', '/api/ready']));
});

test('shows what the shop has after it was restored from an older backup', async () => {
  const account = 'a'.repeat(24);
  const server = createModelServer();
  const browser = createTestBrowser(server);
  browser.signIn(account);
  const tab = browser.open();
  await tab.follow();
  await tab.addToCart(productOf(productId(1)));
  await tab.sync();
  server.changeElsewhere(account, productId(2), true);
  await tab.sync();
  await expect.poll(() => shownIds(tab)).toEqual([productId(1), productId(2)]);

  server.restoreOlder(account);
  server.changeElsewhere(account, productId(3), true);
  await tab.sync();
  await expect.poll(() => shownIds(tab)).toEqual([productId(3)]);
});
