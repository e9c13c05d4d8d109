import type { Page } from '@playwright/test';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  acceptTerms,
  amount,
  buy,
  expect,
  fillCart,
  openCheckout,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { signInToStudio } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test.use({ expectedErrors: [/status of 409/] });

const item = (page: Page) => page.getByRole('region', { name: 'How many items it covers' });
const card = (page: Page) => page.getByRole('region', { name: 'Small business' });

async function openEditor(page: Page): Promise<void> {
  await page.goto('/studio/licences');
  await card(page).getByRole('link', { name: 'Write a new version' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New licence text' })).toBeFocused();
}

async function write(page: Page, goods: string): Promise<void> {
  await page.getByRole('textbox', { name: 'How many items it covers' }).fill(goods);
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
}

async function writeAndPublish(page: Page, goods: string): Promise<void> {
  await write(page, goods);
  await publish(page);
  await expect(page).toHaveURL('/studio/licences');
}

/** The version that the shop's licence page shows, once the shop has `goods`. */
async function versionInShop(page: Page, api: ShopApi, goods: string): Promise<string> {
  const inForce = async () =>
    (await api.call('licenceTexts')).licenceTexts.map((text) => text.goods);
  await expect.poll(inForce).toContain(goods);
  const licence = page.locator('details').filter({ hasText: 'Small business licence' });
  await page.goto(`${paths.licence.path}#SMALL_BUSINESS`);
  await expect(licence.getByRole('region', { name: 'How many' })).toHaveText(new RegExp(goods));
  const [, version = ''] =
    /version (.+)$/.exec((await licence.locator('summary').textContent()) ?? '') ?? [];
  return version;
}

test('a new licence text is in force from its publication on, and a second tab is told', async ({
  page,
  api,
  shop,
  studio,
  browser,
}) => {
  await test.step('a new licence text is written, previewed, published, and in force from then on', async () => {
    const buyer = await api.newBuyer({ licenseType: 'SMALL_BUSINESS' });
    const texts = (await api.call('licenceTexts')).licenceTexts;
    const before = texts.find(({ licenseType }) => licenseType === 'SMALL_BUSINESS');
    const old = await buy(api, shop.url, buyer, await studio.newDesign());
    await signInToStudio(page, api, shop.url);
    const goods = `Forty goods and ${Math.round(performance.now())} more.`;

    await openEditor(page);
    await expectSoundScreen(page);
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled();
    await page.getByRole('textbox', { name: 'You may' }).fill('');
    await expect(page.getByText('Enter at least one thing buyers may do.')).toBeVisible();
    await page.getByRole('textbox', { name: 'You may' }).fill('Sew with it.\n\n  Knit with it.  ');
    await write(page, goods);
    const preview = page.getByRole('region', { name: 'As a buyer sees it' });
    await expect(preview.getByRole('region', { name: 'You may' }).getByRole('listitem')).toHaveText(
      ['Sew with it.', 'Knit with it.'],
    );
    await page.getByRole('link', { name: 'All licence texts' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await expect(page.getByRole('dialog')).toContainText('Earlier purchases keep');
    await expectSoundScreen(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page).toHaveURL('/studio/licences');
    const rows = card(page).getByRole('row');
    await expect(rows.nth(1)).toContainText('In force');
    await expect(rows.nth(2)).toContainText('Superseded');
    await expectSoundScreen(page);
    await rows.nth(1).getByRole('link').click();
    await expect(item(page)).toContainText(goods);
    await expectSoundScreen(page);

    const buying = await browser.newPage({ baseURL: shop.url, serviceWorkers: 'block' });
    await signIn(buying, buyer);
    const version = await versionInShop(buying, api, goods);
    const later = await buy(api, shop.url, buyer, await studio.newDesign());
    for (const [order, shown, text] of [
      [later, version, goods],
      [old, before?.version, before?.goods],
    ] as const) {
      await buying.goto(itemLicencePath(order._id, order.items[0]?._id ?? ''));
      await expect(amount(buying, 'Licence text')).toHaveText(`Version ${shown}`);
      await expect(item(buying)).toContainText(text ?? '');
    }
    await buying.close();
  });

  await test.step('of two tabs that publish, the second is told, and continues from what the first wrote', async () => {
    const other = await page.context().newPage();
    await openEditor(page);
    await openEditor(other);
    const goods = `Thirty goods, ${Math.round(performance.now())}.`;
    await write(other, goods);
    await writeAndPublish(page, `Twenty goods, ${Math.round(performance.now())}.`);

    await publish(other);

    const conflict = other.getByRole('group', { name: 'How many items it covers' });
    await expect(conflict).toContainText('changed this too.');
    await expect(conflict).toContainText(goods);
    await expect(other.getByRole('textbox', { name: 'How many items it covers' })).toHaveValue(
      goods,
    );
    await other.getByRole('button', { name: 'Keep mine: How many items it covers' }).click();
    await publish(other);
    await expect(other).toHaveURL('/studio/licences');
    await versionInShop(page, api, goods);
    await other.close();
  });
});

test('a buyer at the checkout sees a new text before paying', async ({
  page,
  api,
  shop,
  studio,
  browser,
}) => {
  const buyer = await api.newBuyer({ licenseType: 'SMALL_BUSINESS' });
  await fillCart(api, buyer, await studio.newDesign());
  await signIn(page, buyer);
  await openCheckout(page);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const link = summary.getByRole('link', { name: /^Read version / });
  const seen = await link.textContent();
  const desk = await browser.newPage({ baseURL: shop.url });
  await signInToStudio(desk, api, shop.url);
  await openEditor(desk);
  await writeAndPublish(desk, `Ten goods, ${Math.round(performance.now())}.`);
  await desk.close();

  await acceptTerms(page);
  await page.getByRole('button', { name: 'Create Order' }).click();

  await expect(page.getByText('Our licence text has changed.')).toBeVisible();
  await expect(link).not.toHaveText(seen ?? '');
  await page.getByRole('button', { name: 'Create Order' }).click();
  await expect(page.getByRole('button', { name: 'PayPal' })).toBeVisible();
});
