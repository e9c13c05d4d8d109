import { afterEach, expect, test, vi } from 'vitest';
import { forgetSeenPictures } from '#offline/accounts/forget-seen.ts';
import { createModelServer } from './model-server.ts';
import { createTestBrowser } from './test-device.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('keeps refreshing the shop after deleting viewed data, but not after leaving the account', async () => {
  const postMessage = vi.fn();
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: { postMessage }, getRegistration: async () => undefined },
  });
  await forgetSeenPictures(0);
  expect(postMessage.mock.lastCall?.[0]).toEqual({ kind: 'forget', isLeft: false });

  const browser = createTestBrowser(createModelServer());
  browser.signIn('a'.repeat(24));
  const device = browser.open();
  await device.follow();
  await device.wipe({ keepsUnsent: false });
  browser.signOut({ byOwner: true });
  await device.follow();
  expect(postMessage.mock.lastCall?.[0]).toEqual({ kind: 'forget', isLeft: true });
});
