import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addDraft } from '#tests/support/add-draft.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInToStudio, test } from '#tests/support/studio-page.ts';

/** Two staff members edit the same thing: neither overwrites the other's changes unseen. */

test.use({ expectedErrors: [/409 \(Conflict\)|net::ERR_FAILED/] });

/** A draft with everything but its pictures and files. */
function newDraft(api: ShopApi): { readonly id: string; readonly title: string } {
  const title = `Shared ${randomBytes(4).toString('hex')}`;
  return { id: addDraft(api, title), title };
}

test('of a text that two people save, both can be read with who saved, and one chosen', async ({
  studioPage: page,
  browser,
  shop,
  api,
}) => {
  const { id } = newDraft(api);
  const theirPage = await browser.newPage({ baseURL: shop.url });
  const email = await signInToStudio(theirPage, api, shop.url);
  api.sql("UPDATE studioAccounts SET name = 'Ben' WHERE email = ?", email);
  const saved = /^Saved \d\d:\d\d$/;
  const write = async (on: Page, text: string) => {
    await on.getByRole('textbox', { name: 'Description' }).fill(text);
    await on.getByRole('button', { name: 'Save', exact: true }).click();
  };
  for (const each of [page, theirPage]) await each.goto(`/studio/designs/${id}`);
  await expect(page.getByLabel('Title')).toBeVisible();
  await write(theirPage, 'Theirs');
  await expect(theirPage.getByText(saved)).toBeVisible();

  await write(page, 'Mine');

  const conflict = page.getByRole('region', { name: 'Changed by two people' });
  await expect(conflict).toContainText('Ben changed this too.');
  await expect(conflict).toContainText('Theirs');
  await expect(conflict).toContainText('Mine');
  await conflict.getByRole('button', { name: /^Keep mine/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(api.sql('SELECT description FROM products WHERE id = ?', id)).toEqual([
    { description: '<p>Mine</p>' },
  ]);
  await theirPage.close();
});
