import { expect, test } from 'vitest';
import { broken, createModelServer, productId, productOf } from './model-server.ts';
import { createTestBrowser, shownIds } from './test-device.ts';

/** Notes what is asked for, and gives no answer that the shop would give. */
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

test('a shop that gives no answer for the cart is not asked for the wishlist as well', async () => {
  const { asked, browser } = noShop(() => Promise.reject(new TypeError('Failed to fetch')));
  await browser.open().sync({ pressed: true });
  expect([...asked]).toEqual(['/api/cart']);
});

test('a shop that refuses one set is asked for the other', async () => {
  const { asked, browser } = noShop(async () =>
    Response.json({ code: 'FORBIDDEN', message: 'Not yours' }, { status: 403 }),
  );
  await browser.open().sync({ pressed: true });
  expect([...asked]).toContain('/api/wishlist');
});

test('a shop that shows with an answer that it is back is asked for each set once', async () => {
  const server = createModelServer();
  const asked: string[] = [];
  let reached: Promise<unknown> | undefined;
  const browser = createTestBrowser({
    fetch: async (input, init) => {
      const answer = await server.fetch(input, init);
      asked.push(new URL(new Request(input).url).pathname);
      reached ??= tab.noteReached('answer');
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

test('a change on which the shop fails does not hold up what the shop has, and costs no further pulls', async () => {
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
  expect(new Set(asked)).toEqual(new Set(['/api/cart/add', '/api/health']));
});
