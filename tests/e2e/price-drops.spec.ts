import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { pushKeys } from '#tests/support/pushes.ts';
import { faults } from '#tests/support/scan.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

// Only a page with a worker can be notified.
test.use({ withWorker: true });

const endpoint = 'https://fcm.googleapis.com/fcm/send/journey';
const part = (page: Page) => page.getByRole('region', { name: 'Price drops' });
const choice = (page: Page) =>
  page.getByRole('switch', {
    name: 'Notify me on this device when a design on my wishlist gets cheaper',
  });

/** Simulates a push service in the browser, which subscribes everyone. `permission` is the user's answer. */
async function withPushService(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ([address, keys, says]) => {
      // Before its first document, a page isn't a secure context.
      if (!navigator.serviceWorker) return;
      let isAsked = false;
      const made = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys }),
        unsubscribe: async () => true,
      };
      const pushManager = {
        getSubscription: async () => (localStorage.getItem('journey') ? made : null),
        async subscribe() {
          localStorage.setItem('journey', 'subscribed');
          return made;
        },
      };
      const registration = { pushManager };
      const define = (target: object, name: string, get: () => unknown) =>
        Object.defineProperty(target, name, { get });
      define(window, 'PushManager', () => Object);
      define(Notification, 'permission', () => (isAsked ? says : 'default'));
      define(navigator.serviceWorker, 'ready', () => Promise.resolve(registration));
      define(navigator.serviceWorker, 'getRegistration', () => async () => registration);
      Notification.requestPermission = async () => {
        isAsked = navigator.userActivation.isActive;
        return isAsked ? says : 'default';
      };
    },
    [endpoint, pushKeys, permission] as const,
  );
}

const kinds = (api: ShopApi) =>
  api.sql('SELECT hasPriceDrops FROM pushDevices WHERE endpoint = ?', endpoint);

test('a buyer opts in to price drop notifications, and is asked only on the press', async ({
  page,
  api,
}) => {
  await withPushService(page, 'granted');
  await signInPage(page, api);
  await page.goto(paths.myAccount.path);
  await expect(choice(page)).not.toBeChecked();
  expect(await page.evaluate(() => Notification.permission)).toBe('default');

  await choice(page).click();
  await expect(choice(page)).toBeChecked();
  await expect(part(page)).toContainText('Designs you own are left out');
  await expect.poll(() => kinds(api)).toEqual([{ hasPriceDrops: 1 }]);
  await page.reload();
  await expect(choice(page)).toBeChecked();
  expect(await faults(page)).toEqual([]);

  await choice(page).press('Space');
  await expect(choice(page)).not.toBeChecked();
  await expect(choice(page)).toBeFocused();
  await expect.poll(() => kinds(api)).toEqual([]);
});

test('a browser that blocks notifications says so, and what to do', async ({ page, api }) => {
  await withPushService(page, 'denied');
  await signInPage(page, api);
  await page.goto(paths.myAccount.path);
  await choice(page).click();
  await expect(part(page).getByRole('status')).toContainText('Your browser blocks notifications');
  await expect(choice(page)).not.toBeChecked();
  await expect(choice(page)).toBeFocused();
  expect(kinds(api)).toEqual([]);
});
