import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { buy, logOut, signInByForm } from '../support/buying-test.ts';
import { expect, type Phone, test } from '../support/offline-test.ts';
import { faults } from '../support/scan.ts';
import type { Buyer } from '../support/shop-api.ts';

test.use({ isReturning: true });

const storage = (page: Page) => page.getByRole('region', { name: 'App and offline storage' });

test('the storage section shows what is on the device, and repairs it', async ({ phone }) => {
  test.slow();
  const page = await phone.visit('/');
  const section = storage(page);
  await phone.lose('killed');

  await test.step('a visitor can see it from the footer, offline', async () => {
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'App and offline storage' })
      .click();
    await expect(page).toHaveURL(phone.url + paths.storage.path);
    await expect(page).toHaveTitle(/^App and offline storage · /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('App and offline storage');
    await expect(section).toContainText(/Designs saved\d+, checked/);
    await expect(section).toContainText(/Pictures saved\d+ pictures, [\d.]+\sMB/);
    await expect(section).toContainText('Licence texts saved2 texts');
    await expect(section).toContainText(/Breakdown[\d.]+\sMB for the app and its pictures/);
    await expect(section).not.toContainText('Orders saved');
    await expect(section).not.toContainText('Signing out');
  });

  const session = await page.context().newCDPSession(page);
  await test.step('designs are saved again at once after the browser deleted them', async () => {
    await deleteCatalogue(page);
    await page.reload();
    await expect(section).toContainText(/Designs saved\d+, checked/);
  });

  await test.step('or on a press if nothing was running', async () => {
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.send('ServiceWorker.disable');
    await deleteCatalogue(page);
    await page.reload();
    await expect(section).toContainText('Designs savedNone');
    await phone.regain();
    await section.getByRole('button', { name: 'Save them now' }).click();
    await expect(section).toContainText(/Designs saved\d+, checked/);
  });

  await test.step('it shows what is saved for an account, and detects that the shop cannot be reached', async () => {
    await phone.visit(`${paths.myAccount.path}#app`, await buyerWithFile(phone));
    await expect(section).toContainText('Works offlineReady');
    await expect(section).toContainText(/Designs saved\d+, checked/);
    await expect(section).toContainText('Orders saved1 order');
    await expect(section).toContainText('Bought files storedNone');

    await section.getByRole('button', { name: 'Test now' }).click();
    await expect(section).toContainText('Reached just now');
    await phone.lose('killed');
    await section.getByRole('button', { name: 'Test now' }).click();
    await expect(section).toContainText('Could not be reached');
    await phone.regain();
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect(section).toContainText('Reached just now');
  });

  await test.step('a press protects the storage, if the browser agrees', async () => {
    await page.addInitScript(() => {
      let isProtected = false;
      let isAgreed = false;
      navigator.storage.persisted = async () => isProtected;
      navigator.storage.persist = async () => {
        isProtected = isAgreed;
        // Asked again, it agrees.
        isAgreed = true;
        return isProtected;
      };
    });
    await page.reload();
    await expect(section).toContainText('Not protected');
    const protect = section.getByRole('button', { name: 'Protect it' });
    await protect.click();
    await expect(section).toContainText('Not protected');
    await protect.click();
    await expect(section).toContainText('Protected: kept until you clear it.');
    await expect(protect).toHaveCount(0);
  });

  await test.step('a press sets up a page without its worker', async () => {
    // As after the browser's forced reload: no worker answers for that page.
    const loaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    await expect(section).toContainText('Not set up in this browser yet');
    await section.getByRole('button', { name: 'Set up' }).click();
    await expect(section).toContainText('Works offlineReady');
  });
});

async function deleteCatalogue(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const deleting = indexedDB.deleteDatabase('pinwheel-catalogue');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
    await promise;
  });
}

/** A browser that reports its type of connection. */
async function onLine(page: Page, type: string | undefined): Promise<void> {
  await page.addInitScript((said) => {
    const connection = Object.assign(new EventTarget(), { type: said, saveData: false });
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  }, type);
}

/** A buyer with one paid order. */
async function buyerWithFile({ api, shopUrl }: Phone): Promise<Buyer> {
  const buyer = await api.newBuyer();
  const design = (await api.products()).find(({ isBuyable }) => isBuyable);
  if (!design) throw new Error('The studio has no designs');
  await buy(api, shopUrl, buyer, design);
  return buyer;
}

test('bought files are stored on this device if the buyer turned that on', async ({ phone }) => {
  test.slow();
  const buyer = await buyerWithFile(phone);
  await onLine(await phone.open(), 'wifi');
  const page = await phone.visit(paths.storage.path, buyer);
  await test.step('automatically on Wi-Fi', async () => {
    const files = page.getByRole('region', { name: 'Bought files' });
    await expect(files).toContainText(/0 of 1 file stored, 0\sbytes of [\d.]+\s[kM]B\./);
    const choice = files.getByRole('switch', {
      name: 'Store files I buy on this device when on Wi-Fi',
    });
    await expect(choice).not.toBeChecked();
    await choice.check();
    await expect(files).toContainText(/1 of 1 file stored, [\d.]+\s[kM]B\./);
  });

  await phone.close();
  await phone.lose('killed');
  const later = await phone.reopen(paths.myOrders.path);
  await test.step('where they are without the shop', async () => {
    await later.getByRole('button', { name: /^Details and downloads/ }).click();
    await expect(
      later.getByRole('switch', { name: /^Keep on this device: (?!Designs since)/ }),
    ).toBeChecked();
    await later.goto(phone.url + paths.storage.path);
    await expect(later.getByRole('switch', { name: /on Wi-Fi$/ })).toBeChecked();
    await expect(storage(later)).toContainText('Bought files stored1 file');
  });
  await phone.regain();

  await test.step('until they sign out', async () => {
    await logOut(later);
    await expect(later).toHaveURL(phone.url + paths.signIn.path);
    expect(await later.evaluate(hasFolder, buyer.user._id)).toBe(false);
    await later.goto(phone.url + paths.signIn.path);
    await signInByForm(later, buyer);
    await later.goto(phone.url + paths.storage.path);
    await expect(later.getByRole('region', { name: 'Bought files' })).toContainText('0 of 1 file');
    await expect(later.getByRole('switch', { name: /on Wi-Fi$/ })).not.toBeChecked();
  });

  await test.step('on a press in a browser that does not report its connection, accessibly', async () => {
    await onLine(later, undefined);
    await later.reload();
    const files = later.getByRole('region', { name: 'Bought files' });
    await expect(files).toContainText('On Wi-Fi? Press Store now.');
    await expectAccessible(later);
    await files.getByRole('switch').check();
    await expect(files).toContainText('0 of 1 file stored');
    await files.getByRole('button', { name: 'Store now' }).click();
    await expect(files).toContainText('1 of 1 file stored');
    await expect(files.getByRole('button', { name: 'Store now' })).toHaveCount(0);
  });
});

/** Whether this account has a folder of bought files. */
async function hasFolder(accountId: string): Promise<boolean> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('bought-files', { create: true });
  return folder.getDirectoryHandle(accountId).then(
    () => true,
    () => false,
  );
}

/** Checks every section on a phone and in a wide window. */
async function expectAccessible(page: Page): Promise<void> {
  const parts = ['Bought files', 'Save the shop for offline', 'Browsing history'];
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of parts) await expect(page.getByRole('region', { name })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
}
