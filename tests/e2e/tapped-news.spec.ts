import { chromium, type Page } from '@playwright/test';
import { customRequestPath, paths } from '#contract/shop/paths.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { signInToStudio } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';
import { openDesktop, type TestDesktop } from '#tests/support/test-desktop.ts';
import { findChromium, fullBrowserFlags } from '../../scripts/chromium.mjs';

base.skip(
  process.platform !== 'linux',
  'Notices of the desktop: only on Linux a test can take its place',
);

const test = base.extend<{ readonly desktop: TestDesktop; readonly window: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  async desktop({}, use) {
    const desktop = await openDesktop();
    await use(desktop);
    await desktop.end();
  },
  /** The full browser's first window: its headless shell shows no notifications. */
  async window({ desktop, shop }, use) {
    const executablePath = await findChromium();
    const context = await chromium.launchPersistentContext('', {
      ...(executablePath && { executablePath }),
      args: [...fullBrowserFlags],
      env: { ...process.env, ...desktop.environment } as Record<string, string>,
      baseURL: shop.url,
    });
    await context.grantPermissions(['notifications'], { origin: shop.url });
    await use(context.pages()[0] ?? (await context.newPage()));
    await context.close();
  },
});

/** Playwright makes every page believe it is in front; only the worker knows which one it focused. */
async function watchFocus(page: Page): Promise<() => Promise<string[]>> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('No worker runs');
  const focused = await worker.evaluateHandle(() => {
    const urls: string[] = [];
    const prototype = Reflect.get(globalThis, 'WindowClient').prototype;
    const { focus } = prototype;
    prototype.focus = async function () {
      const client = await focus.call(this);
      urls.push(client.url);
      return client;
    };
    return urls;
  });
  return () => focused.jsonValue();
}

async function show(page: Page, desktop: TestDesktop, title: string, path: string): Promise<void> {
  await page.evaluate(
    async ({ title, path }) => {
      const worker = await navigator.serviceWorker.ready;
      await worker.showNotification(title, { data: path });
    },
    { title, path },
  );
  await expect.poll(desktop.titles).toContain(title);
}

test('a tapped notification leaves a half-filled form as it is', async ({ window, desktop }) => {
  await window.goto(paths.signUp.path);
  const email = window.getByLabel('Email');
  await email.fill('hazel@shop.example');
  await show(window, desktop, 'Open again', customRequestPath);
  const opened = window.context().waitForEvent('page');
  desktop.tap();
  const news = await opened;
  await expect(news.getByRole('dialog', { name: 'Request a Custom Design' })).toBeVisible();
  await expect(window).toHaveURL(paths.signUp.path);
  await expect(email).toHaveValue('hazel@shop.example');
});

test('a tapped notification focuses the window that already shows the page', async ({
  window,
  desktop,
}) => {
  await window.goto(paths.home.path);
  // Reached by navigation, so only the page itself knows its current URL.
  await window.getByRole('link', { name: 'Terms and conditions' }).first().click();
  await expect(window).toHaveURL(paths.terms.path);
  const other = await window.context().newPage();
  await other.goto(paths.signUp.path);
  await show(other, desktop, 'Open again', paths.terms.path);
  const focused = await watchFocus(window);
  desktop.tap();
  await expect.poll(focused).toHaveLength(1);
  await expect(window).toHaveURL(paths.terms.path);
  await expect(other).toHaveURL(paths.signUp.path);
  expect(window.context().pages()).toHaveLength(2);
});

test('the studio’s device is notified, and a tap opens the task', async ({
  window,
  desktop,
  api,
  shop,
}) => {
  await signInToStudio(window, api, shop.url);
  // No push service can be reached from a test.
  await window.addInitScript(() => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/studio-journey';
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
    let made: object | null = null;
    PushManager.prototype.getSubscription = async () => made as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true };
      return made as PushSubscription;
    };
  });
  await window.goto('/studio/notifications');
  await window.getByLabel('E-mail: New order').selectOption('Daily digest');
  await window.getByRole('switch', { name: 'Push: Failed backup' }).uncheck();
  await window.getByRole('button', { name: 'Notify this device' }).click();
  const device = window.getByRole('row').filter({ hasText: 'Chrome on Linux (this device)' });
  await expect(device).toBeVisible();
  await window.reload();
  await expect(window.getByLabel('E-mail: New order')).toHaveValue('digest');
  await expect(window.getByRole('switch', { name: 'Push: Failed backup' })).not.toBeChecked();
  await expectSoundScreen(window);

  const session = await window.context().newCDPSession(window);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/studio/'));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const path = '/studio/buyers?status=pending';
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(window.url()).origin,
    registrationId: await registration,
    data: JSON.stringify({ title: 'A buyer waits', icon: '', path, tag: 'account:1', waiting: 1 }),
  });
  await expect.poll(desktop.titles).toContain('A buyer waits');
  const opened = window.context().waitForEvent('page');
  desktop.tap();
  await expect((await opened).getByRole('heading', { level: 1, name: 'Buyers' })).toBeVisible();
  await expect(window).toHaveURL('/studio/notifications');

  await window.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
  await expect(window.getByText('No device gets push notifications yet.')).toBeVisible();
});
