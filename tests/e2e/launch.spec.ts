import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { expect, goToCheckout, test } from '#tests/support/buying-test.ts';
import { goOn } from '#tests/support/go-on.ts';
import { pixel } from '#tests/support/waiting-changes.ts';
import { debounceMs } from '#ui/open-drafts.ts';

interface Launch {
  readonly targetURL?: string;
  readonly files: readonly FileSystemFileHandle[];
}

declare global {
  interface Window {
    /** Opens the app with this, like the system. */
    launch?: (launch: Launch) => void;
  }
}

/** Simulates the Launch Handler API, which only an installed app has. */
async function asInstalledApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const consumer = Promise.withResolvers<(launch: Launch) => void>();
    window.launch = (launch) => void consumer.promise.then((consume) => consume(launch));
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer: consumer.resolve } });
  });
}

async function openAddress(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (targetURL) => window.launch?.({ targetURL, files: [] }),
    new URL(path, page.url()).href,
  );
}

/** Opens the app with files from the system's file manager. */
async function openFiles(page: Page, ...names: readonly string[]): Promise<void> {
  await page.evaluate(
    async ([bytes, ...all]) => {
      const folder = await navigator.storage.getDirectory();
      const files = all.map(async (name) => {
        const handle = await folder.getFileHandle(name, { create: true });
        const writable = await handle.createWritable();
        await writable.write(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
        await writable.close();
        return handle;
      });
      window.launch?.({ targetURL: location.origin, files: await Promise.all(files) });
    },
    [pixel.toString('base64'), ...names] as const,
  );
}

/** Simulates continuous typing, so that nothing is saved by the debounce. */
function typeOn(restMs: number): void {
  const wait = window.setTimeout.bind(window);
  const never = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    ms === restMs ? 0 : wait(run, ms, ...rest);
  Object.assign(window, { setTimeout: never });
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request a Custom Design' });
const open = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Open' });

test.beforeEach(({ page }) => asInstalledApp(page));

test('the open window shows what the installed app is opened with', async ({ page }) => {
  await page.goto(paths.terms.path);

  await test.step('a file that is not a picture is refused', async () => {
    await openFiles(page, 'notes.txt');
    await expect(page.getByText(/^Only JPEG, PNG, WebP and AVIF images/)).toBeVisible();
    await expect(page).toHaveURL(paths.terms.path);
  });

  await test.step('a URL', async () => {
    await openAddress(page, paths.cart.path);
    await expect(page).toHaveURL(paths.cart.path);
    // The app's own icon brings the window to the front unchanged.
    await openAddress(page, paths.home.path);
    await openAddress(page, paths.shop.path);
    await expect(page).toHaveURL(paths.shop.path);
    expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(
      /\/terms-conditions$/,
    );
  });

  await test.step('a form being filled in is left only if its buyer agrees', async () => {
    await goOn(page, paths.signUp.path);
    const name = page.getByLabel('First name');
    await name.fill('Hazel');
    await openAddress(page, paths.cart.path);
    await expect(open(page)).toBeVisible();
    await expect(page).toHaveURL(paths.signUp.path);
    await expect(name).toHaveValue('Hazel');
    await open(page).click();
    await expect(page).toHaveURL(paths.cart.path);
  });

  await test.step('pictures are added to a custom request', async () => {
    await openFiles(page, 'fox.png', 'moon.webp');
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: /^Remove / })).toHaveCount(2);
  });
});

test('a checkout is left only if its buyer agrees', async ({ page, api, studio }) => {
  await goToCheckout(page, api, studio);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Hazel & Sons');
  await openAddress(page, paths.shop.path);
  await expect(open(page)).toBeVisible();
  await expect(name).toHaveValue('Hazel & Sons');
  await expect(page).toHaveURL(paths.checkout.path);
  await open(page).click();
  await expect(page).toHaveURL(paths.shop.path);
});

test('pictures are added to a custom request being written', async ({ page }) => {
  await page.addInitScript(typeOn, debounceMs);
  await page.goto(paths.home.path);
  await page.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  await dialog(page).getByLabel('Description').fill('Otters on surfboards');
  await openFiles(page, 'otter.png');
  await open(page).click();
  await expect(dialog(page).getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await expect(dialog(page).getByLabel('Description')).toHaveValue('Otters on surfboards');
});
