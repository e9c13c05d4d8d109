import { chromium, type Page } from '@playwright/test';
import { customRequestPath, paths } from '#contract/shop/paths.ts';
import { test as base, expect } from '#tests/support/shop-test.ts';
import { openDesktop, type TestDesktop } from '#tests/support/test-desktop.ts';
import { findChromium, fullBrowserFlags } from '../../scripts/chromium.mjs';

base.skip(process.platform !== 'linux', 'Only there a test can take the place of the desktop');

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
