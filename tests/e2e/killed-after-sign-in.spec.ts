import type { Page } from '@playwright/test';
import { customRequestPath, paths } from '#contract/shop/paths.ts';
import { amount, buy, cartLines, fillCart, logOut, signInByForm } from '../support/buying-test.ts';
import { expect, type KillablePhone, test } from '../support/killable-phone.ts';
import type { Buyer } from '../support/shop-api.ts';

/** The number of kills; `npm run trials -- --sign-ins` sets more. */
const rounds = Number(process.env.SIGN_IN_KILLS ?? 1);

test('a browser killed soon after a sign-in opens signed in, one killed after signing out does not', {
  tag: ['@C12', '@R03', '@P18'],
}, async ({ phone }) => {
  test.setTimeout(120_000 + rounds * 60_000);
  const [bought, wanted] = (await phone.api.products()).filter(({ isBuyable }) => isBuyable);
  if (!bought || !wanted) throw new Error('The studio has no two designs');
  await phone.visit(paths.home.path);
  await phone.die();
  for (let round = 0; round < rounds; round += 1) {
    const words = `Otters of round ${round}`;
    const buyer = await phone.api.newBuyer();
    const { orderNumber } = await buy(phone.api, phone.shop.url, buyer, bought);
    await fillCart(phone.api, buyer, wanted);
    const putBack = phone.saveLocalStorage();
    const page = await phone.newTab(paths.signIn.path);
    await signInByForm(page, buyer);
    await page.goto(phone.url + paths.myOrders.path);
    await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
    await page.goto(phone.url + paths.cart.path);
    await expect(cartLines(page)).toHaveText([new RegExp(wanted.title)]);
    await storeFile(page, buyer);
    await beginRequest(page, phone, words);
    await phone.die();
    await phone.shop.kill();

    // The browser writes it some seconds late; on a slow machine it may already have been written.
    putBack();
    const again = await phone.newTab(paths.myOrders.path);
    await expect(again.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
    await again.goto(phone.url + paths.cart.path);
    await expect(cartLines(again)).toHaveText([new RegExp(wanted.title)]);
    await again.goto(phone.url + customRequestPath);
    await expect(description(again)).toHaveValue(words);
    await again.goto(`${phone.url}${paths.myAccount.path}#app`);
    await expect(amount(again, 'Bought files stored')).toContainText('1 file');
    await expect(again.getByText(buyer.email)).toBeVisible();

    await phone.die();
    await phone.shop.start();
    const last = await phone.newTab(paths.home.path);
    await logOut(last);
    await last
      .getByRole('dialog', { name: 'Before you go' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await expect(last).toHaveURL(phone.url + paths.signIn.path);
    await phone.die();
    // As if the kill had come before the sign-out was written.
    const bystander = await phone.bystander();
    await bystander.evaluate(keepSignIn, buyer);
    const after = await phone.newTab(paths.myAccount.path);
    await expect(after).toHaveURL(phone.url + paths.signIn.path);
    await phone.die();
  }
});

function keepSignIn({ user, token }: Buyer): void {
  const auth = { user, accessToken: token, approved: user.approved };
  localStorage.setItem('auth', JSON.stringify(auth));
  localStorage.removeItem('authRevision');
}

const description = (page: Page) =>
  page.getByRole('dialog', { name: 'Request a Custom Design' }).getByLabel('Description');

async function beginRequest(page: Page, phone: KillablePhone, words: string): Promise<void> {
  await page.goto(phone.url + customRequestPath);
  await description(page).fill(words);
  await expect.poll(() => hasDraft(page, words)).toBe(true);
}

/** Whether an account's database contains this text. */
function hasDraft(page: Page, words: string): Promise<boolean> {
  return page.evaluate(async (text) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('pinwheel-account-')) continue;
      const database = await done(indexedDB.open(name));
      const rows = await done(database.transaction('requests').objectStore('requests').getAll());
      database.close();
      if (JSON.stringify(rows).includes(text)) return true;
    }
    return false;
  }, words);
}

/** Stores a file where the shop stores those that a buyer wants on the device. */
function storeFile(page: Page, { user }: Buyer): Promise<void> {
  return page.evaluate(async (id) => {
    const make = { create: true };
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle('bought-files', make);
    const folder = await (await all.getDirectoryHandle(id, make)).getDirectoryHandle('1', make);
    const state = { name: 'Foxes.png', checkedAt: 1, isToStore: true };
    for (const [name, text] of [
      ['0', 'bytes'],
      ['state.json', JSON.stringify(state)],
    ] as const) {
      const writing = await (await folder.getFileHandle(name, make)).createWritable();
      await writing.write(text);
      await writing.close();
    }
  }, user._id);
}
