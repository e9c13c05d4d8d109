import type { Page } from '@playwright/test';
import { licenceCheckPath } from '#contract/shop/licence-card.ts';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths, productPath } from '#contract/shop/paths.ts';
import {
  createOrder,
  download,
  expect,
  openCheckout,
  pay,
  signInByForm,
  test,
  toast,
} from '#tests/support/buying-test.ts';
import { inviteByCommand } from '#tests/support/invite.ts';
import { faults } from '#tests/support/scan.ts';
import { codesOf } from '#tests/support/studio-person.ts';
import { chromiumFlags, findHeadlessShell } from '../../scripts/chromium.mjs';

/** A name that only this browser knows. It trusts it no more than a computer's address in the same network. */
const host = 'computer.test';
const executablePath = await findHeadlessShell();
const notice = (page: Page) =>
  page.getByRole('complementary', { name: 'This address isn’t https' });

test.use({
  withWorker: true,
  viewport: { width: 390, height: 844 },
  baseURL: async ({ shop }, use) => use(shop.url.replace('localhost', host)),
  launchOptions: {
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    ...(executablePath && { executablePath }),
  },
  // Chromium says so of every such document.
  expectedErrors: [/Cross-Origin-Opener-Policy header has been ignored/],
});

test('over plain http a buyer can do everything but what browsers keep for https, and is told so once', async ({
  page,
  api,
  studio,
}) => {
  test.slow();
  const design = await studio.newDesign();
  await studio.list(design);
  const buyer = await api.newBuyer();

  await test.step('the first page says what needs https, until it was read', async () => {
    await page.goto(productPath(design._id));
    expect(await page.evaluate(() => isSecureContext || 'serviceWorker' in navigator)).toBe(false);
    await expect(notice(page)).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await notice(page).getByRole('button', { name: 'Got it' }).click();
    await expect(notice(page)).toHaveCount(0);
  });

  await test.step('a visitor fills cart and wishlist, signs in and pays', async () => {
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Item added to cart')).toBeVisible();
    await page
      .getByRole('button', { name: /to wishlist/ })
      .first()
      .click();
    // Before it is stored, the next document would know nothing of it.
    await expect(toast(page, 'Item added to wishlist')).toBeVisible();
    await page.goto(paths.signIn.path);
    await signInByForm(page, buyer);
    await openCheckout(page);
    await createOrder(page);
    await pay(page);
    await expect(page).toHaveURL(paths.orderSuccess.path);
  });

  const { orders } = await api.call('orders', { token: buyer.token });
  const [order] = orders;
  const [item] = order?.items ?? [];
  if (!order || !item) throw new Error('Nothing was bought');

  await test.step('orders, their files, and the wishlist are there', async () => {
    await page.goto(paths.myWishlist.path);
    await expect(page.getByRole('main')).toContainText(design.title);
    await page.goto(paths.myOrders.path);
    await page.getByRole('button', { name: 'Details and downloads' }).click();
    const details = page.getByRole('dialog');
    const saved = await download(page, details.getByRole('button', { name: /^Download Now/ }));
    expect(saved.bytes.byteLength).toBeGreaterThan(1000);
  });

  await test.step('a licence card is shown, and its check says what it needs', async () => {
    await page.goto(itemLicencePath(order._id, item._id));
    await expect(page.getByRole('region', { name: 'Licence card' })).toBeVisible();
    await page.goto(licenceCheckPath(item.licenceCard ?? ''));
    await expect(page.getByRole('region', { name: 'Check a licence card' })).toContainText(
      'Open the shop at an address that begins with https://.',
    );
  });

  await test.step('the storage screen says why it works without a signal nowhere here', async () => {
    await page.goto(paths.storage.path);
    const storage = page.getByRole('region', { name: 'App and offline storage' });
    await expect(storage).toContainText('Works offlineNot over plain http.');
    await expect(storage.getByRole('button', { name: 'Set up' })).toHaveCount(0);
    await storage.getByRole('button', { name: 'Test now' }).click();
    await expect(storage).toContainText('The offline app didn’t respond. Open the shop at');
    expect(await faults(page)).toEqual([]);
  });

  await test.step('notifications say what they need', async () => {
    await page.goto(paths.myAccount.path);
    await expect(
      page.getByText('Browsers show notifications over https alone').first(),
    ).toBeVisible();
  });
  await expect(notice(page)).toHaveCount(0);
});

test('over plain http staff can sign in to the studio and edit', async ({ page, api, shop }) => {
  const [design] = await api.products();
  await page.goto(inviteByCommand(shop, 'ida@studio.example').replace('localhost', host));
  const key = await page.locator('code').innerText();
  const code = codesOf(key.replaceAll(' ', ''), () => new Date());
  await page.getByRole('textbox', { name: 'Password' }).fill('needle and bobbin');
  await page.getByLabel('Authenticator code').fill(code());
  await page.getByRole('button', { name: 'Set up your account' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'Open the studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  await page.goto(`/studio/designs/${design?._id}`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Owls over plain http');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect
    .poll(async () => (await api.products()).map(({ title }) => title))
    .toContain('Owls over plain http');
});
