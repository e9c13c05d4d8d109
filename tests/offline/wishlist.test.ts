import { describe, expect, test } from 'vitest';
import type { Device } from '#offline/device.ts';
import { ana, ben, fox, gone, moon, productOf } from './model-server.ts';
import { shop, wishedIds, wishlistOnce } from './test-device.ts';

const dayMs = 86_400_000;

const isLoaded = (device: Device) => device.wishlist().isLoaded;
const saves =
  (...ids: string[]) =>
  (device: Device) =>
    isLoaded(device) && wishedIds(device).join() === ids.join();

/** The shop can't be reached until the network is changed. */
const offline = Array.from({ length: 99 }, () => 'lost' as const);

describe('a visitor', () => {
  test('sees the current state of a saved design, requested once an hour', async () => {
    const { browser } = shop();
    await browser.open().wish({ ...fox, title: 'An older name' });
    const titleAfter = async (ms: number, isThere: (title: string) => boolean) => {
      browser.clock.move(ms);
      const later = browser.open();
      await later.follow();
      await later.sync();
      await wishlistOnce(later, ({ wishlist }) =>
        wishlist().lines.some(({ snapshot }) => isThere(snapshot.title)),
      );
      return later.wishlist().lines.map(({ snapshot }) => snapshot.title);
    };
    expect(await titleAfter(59 * 60_000, () => true)).toEqual(['An older name']);
    expect(await titleAfter(2 * 60_000, (title) => title === fox.title)).toEqual([fox.title]);
  });

  test('sees that a saved design is no longer sold', async () => {
    const { browser } = shop();
    await browser.open().wish(productOf(gone));
    browser.clock.move(2 * 60 * 60_000);
    const later = browser.open();
    await later.follow();
    await wishlistOnce(later, ({ wishlist }) =>
      wishlist().lines.some(({ snapshot }) => !snapshot.isAvailable),
    );
    expect(wishedIds(later)).toEqual([gone]);
  });

  test('brings wishes along at sign-in, under their own keys, and sees how many came', async () => {
    const { server, browser } = shop();
    const device = browser.open();
    const counts: number[] = [];
    device.on('merged', (count) => counts.push(count));
    const opId = await device.wish(fox);
    await device.addToCart(moon);
    browser.signIn(ana);
    await device.follow();
    await device.sync({ pressed: true });

    expect(server.effects).toContainEqual({ account: ana, opId, productId: fox._id });
    expect(server.wishlistOf(ana)).toEqual(new Set([fox._id]));
    expect(counts).toEqual([2]);
  });

  test('has an empty wishlist after seven days without a change (P19, U15)', async () => {
    const { browser } = shop();
    await browser.open().wish(fox);
    browser.clock.move(7 * dayMs);
    const onTheDay = browser.open();
    await onTheDay.follow();
    await wishlistOnce(onTheDay, saves(fox._id));

    browser.clock.move(1);
    const reloaded = browser.open();
    expect(wishedIds(reloaded), 'at the first paint').toEqual([]);
    expect(reloaded.wishlist().archived, 'at the first paint').toBe(1);
    await reloaded.follow();
    await wishlistOnce(reloaded, saves());
    expect(reloaded.wishlist().archived).toBe(1);
  });

  test('restores the emptied wishlist with one tap, for another seven days', async () => {
    const { browser } = shop();
    await browser.open().wish(fox);
    browser.clock.move(10 * dayMs);
    const device = browser.open();
    await device.follow();
    await device.settleArchived(true);
    await wishlistOnce(device, saves(fox._id));
    expect(device.wishlist().archived).toBe(0);

    browser.clock.move(6 * dayMs);
    const later = browser.open();
    await later.follow();
    await wishlistOnce(later, saves(fox._id));
  });

  test('can restore it for thirty days, and no longer', async () => {
    const { browser } = shop();
    await browser.open().wish(fox);
    browser.clock.move(8 * dayMs);
    const archived = browser.open();
    await archived.follow();
    await wishlistOnce(archived, saves());
    await browser.wait(0);
    await browser.open().follow();
    await browser.wait(30 * dayMs);
    const inTime = browser.open();
    await inTime.follow();
    await wishlistOnce(inTime, saves());
    expect(inTime.wishlist().archived).toBe(1);

    await browser.wait(1);
    const late = browser.open();
    await late.follow();
    await wishlistOnce(late, (now) => saves()(now) && now.wishlist().archived === 0);
    const rows = await browser.rows(null, (store) => store.read());
    expect(rows.outbox).toEqual([]);
  });

  test('can restore it after its clock was 45 days ahead, with or without a server', async () => {
    for (const isShopSeen of [true, false]) {
      const { browser } = shop();
      if (isShopSeen) await browser.wait(0);
      await browser.open().wish(fox);
      for (const days of [8, 45, 400]) {
        browser.clock.move(days * dayMs);
        const ahead = browser.open();
        await ahead.follow();
        await wishlistOnce(ahead, saves());
        browser.clock.move(-days * dayMs);
      }
      const device = browser.open();
      await device.follow();
      await wishlistOnce(device, (now) => now.wishlist().archived === 1);
      await device.settleArchived(true);
      await wishlistOnce(device, saves(fox._id));
    }
  });

  test('can discard it for good', async () => {
    const { browser } = shop();
    await browser.open().wish(fox);
    browser.clock.move(8 * dayMs);
    const device = browser.open();
    await device.follow();
    await device.settleArchived(false);
    await wishlistOnce(device, (now) => saves()(now) && now.wishlist().archived === 0);
  });

  test('has a design only once that was saved again before the old wishlist was restored', async () => {
    const { browser } = shop();
    await browser.open().wish(fox);
    browser.clock.move(8 * dayMs);
    const device = browser.open();
    await device.wish(fox);
    await device.settleArchived(true);
    await wishlistOnce(device, saves(fox._id));

    const rows = await browser.rows(null, (store) => store.read());
    expect(rows.outbox).toHaveLength(1);
  });

  test('takes the expired wishlist along at sign-in, because it was never sent', async () => {
    const { server, browser } = shop();
    await browser.open().wish(fox);
    browser.clock.move(8 * dayMs);
    const device = browser.open();
    await device.follow();
    await wishlistOnce(device, saves());
    const counts: number[] = [];
    device.on('merged', (count) => counts.push(count));
    browser.signIn(ana);
    await device.follow();
    await device.sync({ pressed: true });

    expect(server.wishlistOf(ana)).toEqual(new Set([fox._id]));
    expect(counts).toEqual([1]);
    const left = await browser.rows(null, (store) => store.read());
    expect(left.outbox).toEqual([]);
  });
});

describe('a signed-in buyer', () => {
  test('sees the heart filled before anything is written, and empty again if it cannot be', async () => {
    const { browser } = shop();
    const device = browser.open();
    await device.follow();
    const unwritable = { ...moon, title: (() => 'no storage takes a function') as never };
    const wishing = device.wish(unwritable);
    expect(device.wishlist().ids.has(moon._id)).toBe(true);

    await expect(wishing).rejects.toThrow();
    expect(device.wishlist().ids.has(moon._id)).toBe(false);
  });

  test('sees which design a refused removal was about', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.wish(fox);
    await device.sync({ pressed: true });
    await wishlistOnce(device, saves(fox._id));
    server.refuse(fox._id);
    await device.unwish(fox._id);
    await device.sync({ pressed: true });
    await wishlistOnce(device, (now) => now.wishlist().refused.length === 1);

    expect(device.wishlist().refused[0]?.snapshot?.title).toBe(fox.title);
    await wishlistOnce(device, saves(fox._id));
  });

  test('has an empty wishlist after its week, until the answer fills it', async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.wish(fox);
    await device.sync({ pressed: true });
    await wishlistOnce(device, saves(fox._id));
    browser.clock.move(7 * dayMs + 1);

    const later = browser.open();
    expect(wishedIds(later), 'at the first paint').toEqual([]);
    await later.follow();
    await wishlistOnce(later, saves(fox._id));
    expect(later.wishlist().isStale).toBe(false);
  });

  test('has the previous list, marked stale, if the shop cannot be reached after its week', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.wish(fox);
    await device.sync({ pressed: true });
    await wishlistOnce(device, saves(fox._id));
    browser.clock.move(7 * dayMs + 1);
    server.nextFaults(offline);

    const later = browser.open();
    await later.follow();
    await wishlistOnce(later, saves(fox._id));
    expect(later.wishlist().isStale).toBe(true);

    server.nextFaults([]);
    await later.sync({ pressed: true });
    await wishlistOnce(later, (now) => !now.wishlist().isStale);
  });

  test("sees the shop's answer after the phone's clock was set back", async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.wish(fox);
    await device.sync({ pressed: true });
    await wishlistOnce(device, saves(fox._id));

    browser.clock.move(-8 * dayMs);
    await device.wish(moon);
    await device.sync({ pressed: true });
    const ids = [fox._id, moon._id].sort();
    await expect.poll(() => [...wishedIds(device)].sort()).toEqual(ids);
  });

  test('never loses sight of a wish that has not been sent', async () => {
    const { server, browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.wish(moon);
    await device.sync({ pressed: true });
    server.nextFaults(offline);
    await device.wish(fox);
    await device.sync({ pressed: true });
    browser.clock.move(8 * dayMs);

    const later = browser.open();
    const seen: (readonly string[])[] = [];
    later.watchWishlist(() => seen.push(wishedIds(later)));
    await later.follow();
    await wishlistOnce(later, isLoaded);
    expect(seen.every((ids) => ids.includes(fox._id))).toBe(true);
    expect(wishedIds(later)).toEqual([fox._id, moon._id]);
  });
});

describe('the local storage', () => {
  test('has wishlist and last update after each change (P18, O17)', async () => {
    const { browser } = shop();
    const device = browser.open();
    await device.wish(fox);
    await wishlistOnce(device, saves(fox._id));
    expect(JSON.parse(browser.firstPaint('wishlist') ?? '')).toMatchObject({
      accountId: null,
      lines: [{ productId: fox._id, snapshot: { title: fox.title } }],
    });
    const firstUpdate = new Date(browser.clock.now()).toISOString();
    expect(browser.firstPaint('lastWishlistUpdate')).toBe(firstUpdate);

    browser.clock.move(60_000);
    await device.wish(moon);
    await wishlistOnce(device, saves(moon._id, fox._id));
    expect(browser.firstPaint('wishlist')).toContain(moon._id);
    expect(browser.firstPaint('lastWishlistUpdate')).not.toBe(firstUpdate);
  });

  test('fills hearts at the first paint, but only for their owner', async () => {
    const { browser } = shop();
    browser.signIn(ana);
    const device = browser.open();
    await device.wish(fox);
    await wishlistOnce(device, saves(fox._id));

    const reloaded = browser.open();
    expect(reloaded.wishlist().isLoaded).toBe(false);
    expect(reloaded.wishlist().ids.has(fox._id)).toBe(true);
    browser.signIn(ben);
    expect(browser.open().wishlist().ids.size).toBe(0);
  });
});
