import { test as base, expect, type Page } from '@playwright/test';
import { type RunningShop, runShop } from './run-shop.ts';
import { type Buyer, makeApi, type ShopApi } from './shop-api.ts';

export { expect } from '@playwright/test';

interface WorkerFixtures {
  /** One real server per worker; its journeys share it and create their own accounts. */
  readonly shop: RunningShop;
}

interface TestFixtures {
  readonly api: ShopApi;
  /** Whether the browser supports service workers. Installing one in each journey took half of its time. */
  readonly withWorker: boolean;
  /** Console errors that a journey expects, such as a refused sign-in; any other fails it. */
  readonly expectedErrors: RegExp[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const shop = await runShop();
      await use(shop);
      await shop.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  api: async ({ shop }, use) => use(makeApi(shop)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  expectedErrors: async ({}, use) => use([]),
  withWorker: [false, { option: true }],
  page: async ({ page, expectedErrors, withWorker }, use) => {
    if (!withWorker) {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    }
    const errors = watchErrors(page);
    await use(page);
    const unexpected = errors.filter(
      (text) => !expectedErrors.some((pattern) => pattern.test(text)),
    );
    expect(unexpected, 'errors in the console').toEqual([]);
  },
});

function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}

/** Signs a page in without the form, as a returning buyer; by default a new, approved one. */
export async function signInPage(
  page: Page,
  api: ShopApi,
  part: Parameters<ShopApi['newBuyer']>[0] = {},
): Promise<Buyer> {
  const session = await api.newBuyer(part);
  await page.addInitScript(
    (auth) => {
      if (!localStorage.getItem('auth')) localStorage.setItem('auth', auth);
    },
    JSON.stringify({
      user: session.user,
      accessToken: session.token,
      approved: session.user.approved,
    }),
  );
  return session;
}
