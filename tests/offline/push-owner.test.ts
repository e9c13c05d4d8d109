import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PushMessage } from '#contract/shop/push-news.ts';
import { showNews } from '../../sw/show-news.ts';
import { createModelServer } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

const ana = 'a'.repeat(24);
const ben = 'd'.repeat(24);
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

/** The worker is pushed something for an account; answers whether it was shown. */
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
  await showNews(message, idb);
  return showNotification.mock.calls.length === 1;
}

/** A browser that Ana signs in on. */
async function anasBrowser() {
  const browser = createTestBrowser(createModelServer());
  browser.signIn(ana);
  const device = browser.open();
  await device.follow();
  return { browser, device };
}

test('what is pushed is shown to its account alone', async () => {
  const { browser, device } = await anasBrowser();
  expect(await isShownTo(ana, browser)).toBe(true);
  expect(await isShownTo(ben, browser)).toBe(false);
  browser.signOut();
  await device.follow();
  // Nobody has taken the device over.
  expect(await isShownTo(ana, browser)).toBe(true);
  browser.signIn(ben);
  await device.follow();
  expect(await isShownTo(ana, browser)).toBe(false);
  expect(await isShownTo(ben, browser)).toBe(true);
});

test('nothing is shown of an account that logged out, nor where nobody can be asked', async () => {
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

test('a browser is notified of nothing more of the account before the next', async () => {
  const { browser, device } = await anasBrowser();
  expect(unsubscribe).not.toHaveBeenCalled();
  browser.signOut();
  await device.follow();
  expect(unsubscribe).not.toHaveBeenCalled();
  browser.signIn(ben);
  await device.follow();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  // What Ben chooses then stays.
  await browser.open().follow();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test('a browser is notified of nothing more of an account that it forgets', async () => {
  const { browser, device } = await anasBrowser();
  browser.signOut();
  await device.follow();
  await device.forgetEnded();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});
