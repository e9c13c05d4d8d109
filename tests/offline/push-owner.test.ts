import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushMessage } from '#contract/shop/push-news.ts';
import { showPush } from '../../sw/show-push.ts';
import { ana, ben, createModelServer } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

const unsubscribe = vi.fn(async () => true);
const showNotification = vi.fn(async (_title: string) => {});

beforeEach(() => {
  const registration = {
    showNotification,
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  vi.stubGlobal('self', { registration });
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: null, getRegistration: async () => registration },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Pushes a message for an account to the worker; returns whether it was shown. */
async function isShownTo(accountId: string, { idb }: ReturnType<typeof createTestBrowser>) {
  const message: PushMessage = {
    accountId,
    title: 'Fox now costs $5.00',
    body: '',
    icon: '',
    path: '/',
    tag: 'priceDrops',
  };
  showNotification.mockClear();
  await showPush(message, idb);
  return showNotification.mock.calls.length === 1;
}

/** A browser on which Ana signs in. */
async function anasBrowser() {
  const browser = createTestBrowser(createModelServer());
  browser.signIn(ana);
  const device = browser.open();
  await device.follow();
  return { browser, device };
}

test('shows a push message only to its account', async () => {
  const { browser, device } = await anasBrowser();
  expect(await isShownTo(ana, browser)).toBe(true);
  expect(await isShownTo(ben, browser)).toBe(false);
  browser.signOut();
  await device.follow();
  // Nobody has switched accounts on the device.
  expect(await isShownTo(ana, browser)).toBe(true);
  browser.signIn(ben);
  await device.follow();
  expect(await isShownTo(ana, browser)).toBe(false);
  expect(await isShownTo(ben, browser)).toBe(true);
});

test('shows nothing of an account that signed out, nor if the owner cannot be determined', async () => {
  const { browser, device } = await anasBrowser();
  await device.wipe({ keepsUnsent: false });
  browser.signOut();
  await device.follow();
  expect(await isShownTo(ana, browser)).toBe(false);
  vi.spyOn(browser.idb.indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError');
  });
  expect(await isShownTo(ana, browser)).toBe(false);
});

test('no longer notifies the browser about an account before the next one signs in', async () => {
  const { browser, device } = await anasBrowser();
  expect(unsubscribe).not.toHaveBeenCalled();
  browser.signOut();
  await device.follow();
  expect(unsubscribe).not.toHaveBeenCalled();
  browser.signIn(ben);
  await device.follow();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  // Ben's own choice then stays.
  await browser.open().follow();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test('no longer notifies the browser about an account that it forgets', async () => {
  const { browser, device } = await anasBrowser();
  browser.signOut();
  await device.follow();
  await device.forgetEnded();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});
