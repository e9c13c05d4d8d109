import { expect, test } from 'vitest';
import { createCurrentEngine } from '#offline/accounts/current-engine.ts';
import type { DeviceParts } from '#offline/accounts/engine-parts.ts';
import { createDeviceViews } from '#offline/views/device-views.ts';
import { ana, createModelServer, fox, moon } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

function page(changed: Partial<DeviceParts> = {}) {
  const browser = createTestBrowser(createModelServer());
  const parts = { ...browser.parts, ...changed };
  const views = createDeviceViews(parts.firstPaint, parts.accountId(), parts.clock.now());
  const merged: number[] = [];
  const current = createCurrentEngine(parts, views, {
    merged: (count) => merged.push(count),
    refused: () => {},
  });
  return { browser, views, merged, current };
}

const shown = ({ views }: ReturnType<typeof page>) =>
  views.cart.get().lines.map((line) => line.productId);

test('opens one engine, however many calls want it', async () => {
  const { current } = page();
  const [first, second] = await Promise.all([current.open(), current.open()]);
  expect(first).toBe(second);
  expect(await current.open()).toBe(first);
});

test('opens and shows the rows of whoever signs in, and reports what the visitor brought', async () => {
  const tab = page();
  const { browser, current, merged } = tab;
  const visitors = await current.open();
  await visitors.add('addToCart', fox);
  await expect.poll(() => shown(tab)).toEqual([fox._id]);
  browser.signIn(ana);
  const opening = current.open();
  expect(shown(tab)).toEqual([]);
  expect(current.accountId()).toBe(ana);
  expect(await opening).not.toBe(visitors);
  expect(merged).toEqual([1]);
  await expect.poll(() => shown(tab)).toEqual([fox._id]);
});

test('opens the rows again after another tab had to close them', async () => {
  const tab = page();
  const { browser, current } = tab;
  const before = await current.open();
  before.store.close();
  await expect.poll(() => before.store.isOpen()).toBe(false);
  const after = await current.open();
  await after.add('addToCart', moon);
  await expect.poll(() => shown(tab)).toEqual([moon._id]);
  await browser.end();
});

test('says that the rows could not be opened, and tries again at the next call', async () => {
  let isBroken = true;
  const { session } = createTestBrowser(createModelServer()).parts;
  const { current, views } = page({
    session: {
      ...session,
      whenKnown: () => (isBroken ? Promise.reject(new Error('Broken')) : Promise.resolve()),
    },
  });
  await expect(current.open()).rejects.toThrow('Broken');
  expect(views.cart.get().isUnanswered).toBe(true);
  isBroken = false;
  await current.open();
  await expect.poll(() => views.cart.get().isUnanswered).toBe(false);
});
