import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ana, ben, fox, moon } from './model-server.ts';
import { outwait, silentShop } from './silent-shop.ts';
import { cartOnce, shownIds } from './test-device.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A visitor has stored the fox, and signs in on a page that can't read that. */
async function signInUnread() {
  const world = silentShop();
  await world.open().addToCart(fox);
  world.fallSilent(null);
  world.browser.signIn(ana);
  const device = world.open();
  const merged = vi.fn();
  device.on('merged', merged);
  await outwait(device.follow());
  await outwait(device.sync({ pressed: true }));
  await outwait(cartOnce(device, (now) => now.cart().answeredAt !== null));
  return { ...world, device, merged };
}

test('brings a visitor’s cart along that could not be read at sign-in', async () => {
  const { server, speak, saved, device, merged } = await signInUnread();
  speak();
  await outwait(cartOnce(device, (now) => shownIds(now).join() === fox._id));
  await expect.poll(() => server.cartOf(ana)).toEqual(new Set([fox._id]));
  await expect.poll(() => saved()).toEqual([]);
  expect(merged.mock.calls).toEqual([[1]]);
  expect(device.cart().isRead).toBe(true);
});

test('an account’s cart is not called empty while what a visitor added cannot be read', async () => {
  const { device } = await signInUnread();
  await outwait(cartOnce(device, (now) => now.cart().isUnanswered));
  expect(device.cart()).toMatchObject({ isRead: false, isLoaded: false });
  expect(device.wishlist()).toMatchObject({ isRead: false, isLoaded: false, isUnanswered: true });
});

test('an account’s cart is called empty once it turns out that a visitor added nothing', async () => {
  const { open, fallSilent, speak, browser } = silentShop();
  fallSilent(null);
  browser.signIn(ana);
  const device = open();
  await outwait(device.follow());
  await outwait(cartOnce(device, (now) => now.cart().isUnanswered));
  speak();
  await outwait(cartOnce(device, (now) => now.cart().isLoaded));
  expect(device.cart()).toMatchObject({ lines: [], isRead: true, isUnanswered: false });
});

test('an account’s stored changes count as unknown until they can be read, whatever the shop answers', async () => {
  const { server, open, fallSilent, speak } = silentShop({ account: ana });
  server.nextFaults(Array.from({ length: 9 }, () => 'lost' as const));
  const before = open();
  await before.addToCart(fox);
  await before.sync({ pressed: true });
  server.nextFaults([]);
  fallSilent(ana);
  const device = open();
  await outwait(device.follow());
  await outwait(device.sync({ pressed: true }));
  await outwait(cartOnce(device, (now) => now.cart().answeredAt !== null));
  expect(device.cart()).toMatchObject({ lines: [], isRead: false, isLoaded: false });
  speak();
  await outwait(cartOnce(device, (now) => shownIds(now).join() === fox._id));
});

test('gives the cart of a visitor that is read late to nobody else', async () => {
  const { browser, server, speak, device, saved } = await signInUnread();
  browser.signIn(ben);
  await outwait(device.follow());
  await outwait(device.addToCart(moon));
  speak();
  await outwait(cartOnce(device, (now) => shownIds(now).length === 2));
  await expect.poll(() => server.cartOf(ben)).toEqual(new Set([fox._id, moon._id]));
  expect(server.cartOf(ana)).toEqual(new Set());
  await expect.poll(() => saved()).toEqual([]);
});
