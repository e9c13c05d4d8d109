import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ana, fox, moon, productId, productOf } from './model-server.ts';
import { outwait, silentShop } from './silent-shop.ts';
import { cartOnce, shownIds } from './test-device.ts';

const owl = productOf(productId(3));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Left {
  readonly account?: string;
  readonly added?: readonly (typeof fox)[];
}

/** A page shows that these designs were added, and is left before its database has answered. */
async function leaveUnstored({ account, added = [fox] }: Left) {
  const world = silentShop({ isNoting: true, ...(account && { account }) });
  if (account) world.server.nextFaults(Array.from({ length: 99 }, () => 'lost' as const));
  const page = world.open();
  await outwait(page.follow());
  world.fallSilent();
  for (const product of added) await outwait(page.addToCart(product));
  return { ...world, page };
}

test('the next page has what a visitor added, although the database never stored it', async () => {
  const { open, saved, noted, page, speak } = await leaveUnstored({});
  const next = open({ isHeard: true });
  await outwait(next.follow());
  await outwait(cartOnce(next, (now) => shownIds(now).join() === fox._id));
  expect(await saved()).toEqual([fox._id]);
  expect(noted()).toBeNull();
  speak();
  await outwait(cartOnce(page, (now) => now.cart().isRead));
  expect(await saved()).toEqual([fox._id]);
});

test('what a visitor added comes along to the account that signs in on the next page', async () => {
  const { open, browser, server, saved, noted } = await leaveUnstored({});
  browser.signIn(ana);
  const next = open({ isHeard: true });
  await outwait(next.follow());
  await expect.poll(() => server.cartOf(ana)).toEqual(new Set([fox._id]));
  await expect.poll(() => saved()).toEqual([]);
  expect(noted()).toBeNull();
});

test('an account’s change is sent once from the next page, and not again by the page that was left', async () => {
  const { open, server, page, speak } = await leaveUnstored({ account: ana });
  server.nextFaults([]);
  const next = open({ isHeard: true });
  await outwait(next.follow());
  await outwait(next.sync({ pressed: true }));
  expect(server.effects).toMatchObject([{ account: ana, productId: fox._id }]);
  speak();
  await outwait(cartOnce(page, (now) => now.cart().isRead));
  await outwait(page.sync({ pressed: true }));
  expect(server.effects).toHaveLength(1);
});

test('shows what was noted while the database is still silent, and stores it all once it answers', async () => {
  const { open, saved, noted, speak } = await leaveUnstored({ added: [fox, moon] });
  const next = open();
  await outwait(next.follow());
  await outwait(cartOnce(next, (now) => shownIds(now).length === 2));
  await outwait(next.addToCart(owl));
  const last = open();
  await outwait(last.follow());
  await outwait(cartOnce(last, (now) => shownIds(now).length === 3));
  speak();
  await expect.poll(() => saved()).toEqual([fox._id, moon._id, owl._id].toSorted());
  await expect.poll(noted).toBeNull();
});

test('a removal that was noted is not undone by the stored line', async () => {
  const { open, fallSilent, saved } = silentShop({ isNoting: true });
  const page = open();
  await outwait(page.addToCart(fox));
  fallSilent();
  await outwait(page.removeFromCart(fox._id));
  expect(shownIds(page)).toEqual([]);
  const next = open({ isHeard: true });
  await outwait(next.follow());
  await expect.poll(() => saved()).toEqual([]);
});

test('nothing is noted of an account after it discarded its changes', async () => {
  const { noted, page } = await leaveUnstored({ account: ana });
  expect(noted()).toContain(fox._id);
  await outwait(page.wipe({ keepsUnsent: false }));
  expect(noted()).toBeNull();
});

test.each(['{', '7', '{"pinwheel-visitor":{"x":{}}}', '{"pinwheel-visitor":{"x":{"rows":7}}}'])(
  'works with a note that contains %s',
  async (text) => {
    const { open, note } = silentShop({ isNoting: true });
    note(text);
    const device = open();
    await outwait(device.addToCart(fox));
    await outwait(cartOnce(device, (now) => shownIds(now).join() === fox._id));
  },
);
