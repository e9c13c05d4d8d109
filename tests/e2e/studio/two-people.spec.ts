import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callPath } from '#contract/shop/calls.ts';
import { commissionMessages } from '#contract/studio/commissions.ts';
import { addCoupon } from '#tests/support/add-coupon-row.ts';
import { addDraft } from '#tests/support/add-draft.ts';
import { goOn } from '#tests/support/go-on.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, signInToStudio, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

/** Two staff members edit the same thing: neither overwrites the other's changes unseen. */

test.use({ expectedErrors: [/409 \(Conflict\)|net::ERR_FAILED/] });

/** A draft with everything but its pictures and files. */
function newDraft(api: ShopApi): { readonly id: string; readonly title: string } {
  const title = `Shared ${randomBytes(4).toString('hex')}`;
  return { id: addDraft(api, title), title };
}

/** A colleague's change meanwhile. */
function setPrice(api: ShopApi, id: string, cents: number): void {
  api.sql('UPDATE products SET price = ?, version = version + 1 WHERE id = ?', cents, id);
}

/** The tab becomes visible again. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test("a design's price that a colleague changes meanwhile is not overwritten unseen", async ({
  studioPage: page,
  api,
}) => {
  await test.step("a price being edited does not overwrite a colleague's change", async () => {
    const { id, title } = newDraft(api);
    await page.goto(`/studio/designs?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Price of ${title}` }).click();
    const input = page.getByRole('textbox', { name: `Price of ${title}` });
    await input.fill('9');
    setPrice(api, id, 1500);
    const asked = page.waitForResponse((response) => response.url().includes('/designs?'));
    await comeBack(page);
    await asked;
    // The design is no longer in the list that is shown, but what was typed is.
    api.sql("UPDATE products SET title = 'Renamed', version = version + 1 WHERE id = ?", id);
    await input.press('Enter');
    const conflict = page.getByRole('dialog', { name: 'Changed by two people' });
    await expect(conflict).toContainText('$15.00');
    await expect(conflict).toContainText('$9.00');
    expect(api.sql('SELECT price FROM products WHERE id = ?', id)).toEqual([{ price: 1500 }]);

    // Nor does coming back drop it, although the search finds nothing any more.
    const listed = page.waitForResponse((response) => response.url().includes('/designs?'));
    await comeBack(page);
    await listed;
    await expect(page.getByRole('status').filter({ hasText: '0 designs' })).toBeVisible();
    await conflict.getByRole('button', { name: `Keep mine: Price of ${title}` }).click();
    await expect(page.getByText(`${title} now costs $9.00.`)).toBeVisible();
    await expect(page.getByText('No matching designs')).toBeVisible();
    expect(api.sql('SELECT price FROM products WHERE id = ?', id)).toEqual([{ price: 900 }]);
  });

  await test.step('whoever comes back to the editor sees what a colleague saved', async () => {
    const { id } = newDraft(api);
    await goOn(page, `/studio/designs/${id}`);
    const price = page.getByRole('textbox', { name: 'Price', exact: true });
    await expect(price).toHaveValue('12.00');
    setPrice(api, id, 1500);
    await comeBack(page);
    await expect(price).toHaveValue('15.00');

    await page.getByLabel('Title').fill('Mine');
    setPrice(api, id, 1800);
    const asked = page.waitForResponse((response) => response.url().endsWith(`/designs/${id}`));
    await comeBack(page);
    await asked;
    await expect(page.getByLabel('Title')).toHaveValue('Mine');
    await expect(price).toHaveValue('18.00');

    await price.fill('21');
    api.sql(
      "UPDATE products SET price = 2000, sku = sku || '-2', version = version + 1 WHERE id = ?",
      id,
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('group', { name: 'Price' });
    await expect(conflict).toContainText('Someone else changed this too.');
    await expect(conflict).toContainText('$21.00');
    await expect(conflict).toContainText('$20.00');
    await expect(page.getByLabel('SKU')).toHaveValue(/-2$/);
    await page.getByRole('button', { name: 'Keep mine: Price' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    expect(api.sql('SELECT price, title FROM products WHERE id = ?', id)).toEqual([
      { price: 2100, title: 'Mine' },
    ]);
  });

  await test.step('prices are previewed, lowered once even after an unanswered start, and restored', async () => {
    const { id, title } = newDraft(api);
    await goOn(page, `/studio/designs?search=${encodeURIComponent(title)}`);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 1 design' });
    await dialog.getByLabel('What to change').selectOption('Price');
    await dialog.getByLabel('Direction').selectOption('Lower');
    await dialog.getByLabel('Percent').fill('50');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'This is a preview' })).toBeVisible();
    const row = page.getByRole('row', { name: title });
    await expect(row).toContainText('$12.00');
    await expect(row).toContainText('$6.00');
    await expectSoundScreen(page);

    const start = '**/api/studio/bulk-changes/*/start';
    await page.route(start, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Change 1 design' }).click();
    await expect(page.getByText('No response.')).toBeVisible();
    await page.unroute(start);
    await expect(row).toContainText('Changed');
    expect(api.sql('SELECT price FROM products WHERE id = ?', id)).toEqual([{ price: 600 }]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Undone');
    expect(api.sql('SELECT price FROM products WHERE id = ?', id)).toEqual([{ price: 1200 }]);
  });
});

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

test('a late answer about a price brings back nothing that is over', async ({
  studioPage: page,
  api,
}) => {
  const word = `Late ${randomBytes(4).toString('hex')}`;
  const [id, other] = [addDraft(api, `${word} fox`), addDraft(api, `${word} fern`)];
  const priceOf = (name: string) => page.getByRole('button', { name: `Price of ${word} ${name}` });
  const input = page.getByRole('textbox', { name: `Price of ${word} fox` });
  const conflict = page.getByRole('dialog', { name: 'Changed by two people' });
  let answer = () => {};
  /** Holds back the answer about a price until `answer` is called. */
  const save = async (price: string) => {
    const isHeld = Promise.withResolvers<void>();
    answer = isHeld.resolve;
    const { promise: isMade, resolve: make } = Promise.withResolvers<void>();
    await page.route(
      '**/api/studio/designs/*/price',
      async (route) => {
        const response = await route.fetch();
        make();
        await isHeld.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await priceOf('fox').click();
    await input.fill(price);
    await input.press('Enter');
    await isMade;
  };
  await page.goto(`/studio/designs?search=${encodeURIComponent(word)}`);

  await test.step('not the conflict of a price that was cancelled', async () => {
    await priceOf('fox').waitFor();
    setPrice(api, id, 1500);
    await save('9');
    await input.press('Escape');
    answer();
    await expect(priceOf('fox')).toContainText('$15.00');
    await priceOf('fox').click();
    await expect(input).toHaveValue('15.00');
    await expect(conflict).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('not the other prices as they were when it was asked for', async () => {
    await save('10');
    setPrice(api, other, 2200);
    await comeBack(page);
    await expect(priceOf('fern')).toContainText('$22.00');
    answer();
    await expect(page.getByText(`${word} fox now costs $10.00.`)).toBeVisible();
    await expect(priceOf('fox')).toContainText('$10.00');
    await expect(priceOf('fern')).toContainText('$22.00');
  });

  await test.step('not its own price, which a colleague has changed since', async () => {
    await save('11');
    setPrice(api, id, 1300);
    await comeBack(page);
    await input.press('Escape');
    await expect(priceOf('fox')).toContainText('$13.00');
    answer();
    await expect(page.getByText(`${word} fox now costs $11.00.`)).toBeVisible();
    await expect(priceOf('fox')).toContainText('$13.00');
  });

  await test.step('not the focus, which is in the next price by then', async () => {
    await save('12');
    await priceOf('fern').click();
    const next = page.getByRole('textbox', { name: `Price of ${word} fern` });
    await next.fill('7');
    answer();
    await expect(page.getByText(`${word} fox now costs $12.00.`)).toBeVisible();
    await expect(priceOf('fox')).toBeVisible();
    await expect(next).toBeFocused();
  });
});

test('a setting that is chosen twice in a row is no conflict with oneself', async ({
  studioPage: page,
}) => {
  await page.goto('/studio/settings');
  const choice = page.getByLabel('Hold prices for');
  await expect(choice).toHaveValue('24');
  const isChosen = Promise.withResolvers<void>();
  const path = '**/api/studio/settings/price-hold';
  await page.route(
    path,
    async (route) => {
      await isChosen.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const answered = page.waitForResponse(
    (response) => response.request().postDataJSON()?.priceHoldHours === 168,
  );
  await choice.selectOption('48');
  await choice.selectOption('168');
  isChosen.resolve();

  expect((await answered).status()).toBe(200);
  await expect(choice).toHaveValue('168');
  await expect(page.getByRole('region', { name: 'Changed by two people' })).toHaveCount(0);
  await page.reload();
  await expect(choice).toHaveValue('168');
  await choice.selectOption('24');
  await expect(page.getByText('Price promise saved.')).toBeVisible();
});

test('coupons and custom requests that a colleague changes meanwhile are not overwritten unseen', async ({
  studioPage: page,
  api,
  shop,
}) => {
  await test.step("limits of a coupon do not overwrite a colleague's, and what was typed stays", async () => {
    const code = addCoupon(api);
    const colleagueLimits = (uses: number) =>
      api.sql('UPDATE coupons SET useLimit = ?, version = version + 1 WHERE code = ?', uses, code);
    await page.goto(`/studio/coupons?search=${code}`);
    await page.getByRole('link', { name: code }).click();
    const uses = page.getByRole('textbox', { name: 'Total uses' });
    const least = page.getByLabel('Minimum subtotal');
    await expect(uses).toHaveValue('');
    colleagueLimits(40);
    await comeBack(page);
    await expect(uses).toHaveValue('40');

    await least.fill('20');
    colleagueLimits(50);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(uses).toHaveValue('50');
    const kept = () =>
      api.sql('SELECT useLimit, minimumSubtotal FROM coupons WHERE code = ?', code);
    expect(kept()).toEqual([{ useLimit: 50, minimumSubtotal: 2000 }]);

    await uses.fill('60');
    colleagueLimits(70);
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('group', { name: 'Total uses' });
    await expect(conflict).toContainText('70');
    await expect(uses).toHaveValue('60');
    expect(kept()).toEqual([{ useLimit: 70, minimumSubtotal: 2000 }]);
    colleagueLimits(80);
    await comeBack(page);
    await expect(conflict).toContainText('80');
    await page.getByRole('button', { name: 'Use theirs: Total uses' }).click();
    await expect(uses).toHaveValue('80');
  });

  await test.step('a request that a colleague closed meanwhile is not reopened unseen', async () => {
    const name = `Ada ${randomBytes(4).toString('hex')}`;
    const form = new FormData();
    const fields = { name, email: 'ada@elsewhere.example', designType: 'Exclusive' };
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append('description', 'Foxes in a wood.');
    await fetch(shop.url + callPath('customRequest'), { method: 'POST', body: form });
    const [row] = api.sql('SELECT id FROM customRequests WHERE name = ?', name);
    await goOn(page, `/studio/customs/${row?.id}`);
    const status = page.getByLabel('Status', { exact: true });
    await expect(status).toHaveValue('open');
    api.sql("UPDATE customRequests SET status = 'closed' WHERE name = ?", name);

    await status.selectOption('Answered');

    await expect(page.getByText(commissionMessages.moved)).toBeVisible();
    await expect(status).toHaveValue('closed');
  });

  await test.step('leaving an unsent reply asks for confirmation', async () => {
    const form = new FormData();
    const name = `Ada ${randomBytes(4).toString('hex')}`;
    const fields = {
      name,
      email: 'ada@elsewhere.example',
      designType: 'Exclusive',
      description: 'Foxes in a wood, with lanterns.',
    };
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    await fetch(shop.url + callPath('customRequest'), { method: 'POST', body: form });
    await goOn(page, '/studio/customs');
    await page.getByRole('link', { name }).click();
    await page.getByLabel('Your reply').fill('Lovely.');

    await page
      .getByRole('navigation', { name: 'Studio' })
      .getByRole('link', { name: 'Orders' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Your reply')).toHaveValue('Lovely.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('region', { name: 'Replies' })).toContainText('Lovely.');
    await page
      .getByRole('navigation', { name: 'Studio' })
      .getByRole('link', { name: 'Orders' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  });
});
