import { expect, test } from 'vitest';
import { sendInBackground } from '#offline/accounts/send-in-background.ts';
import { createModelServer, productId, productOf } from './model-server.ts';
import type { Mishap } from './rough-network.ts';
import { createTestBrowser } from './test-device.ts';

const account = 'a'.repeat(24);

/** Two pending changes, no page, and the wake that should send them. */
async function setUp(token = account) {
  const server = createModelServer();
  const browser = createTestBrowser(server);
  browser.signIn(account, token);
  const page = browser.open();
  server.nextFaults(Array.from({ length: 20 }, (): Mishap => 'lost'));
  await page.follow();
  await page.addToCart(productOf(productId(1)));
  await page.addToCart(productOf(productId(2)));
  // The page has nothing in flight any more.
  await page.sync({ pressed: true });
  browser.signOut();
  browser.clock.move(3_500);
  return (mishaps: readonly Mishap[]) => {
    server.nextFaults(mishaps);
    return sendInBackground({
      clock: browser.clock,
      random: () => 0.5,
      newId: () => crypto.randomUUID(),
      lock: browser.lock,
      idb: browser.idb,
      client: { baseUrl: 'http://shop.test', fetch: server.fetch },
    });
  };
}

test('reports that nothing is pending once all is sent', async () => {
  const wake = await setUp();
  expect(await wake([])).toEqual({ waiting: 0, needsWakeUp: false });
});

test('reports how many are still pending if the network fails between two', async () => {
  const wake = await setUp();
  expect(await wake(['none', 'lost'])).toEqual({ waiting: 1, needsWakeUp: true });
});

test('reports how many wait for a sign-in, which no wake can send', async () => {
  const wake = await setUp('ended');
  expect(await wake([])).toEqual({ waiting: 2, needsWakeUp: false });
});
