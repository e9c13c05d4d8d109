import { addDraft as addPriced } from '#tests/support/add-draft.ts';
import { goOn } from '#tests/support/go-on.ts';
import { faults } from '#tests/support/scan.ts';
import { addDraft, newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

/** Many designs are changed at once: planned, done in the background, and undone. */

test.use({ expectedErrors: [/net::ERR_FAILED/] });

test('several designs are changed at once, and each refusal names its design', async ({
  studioPage: page,
  api,
}) => {
  const word = newTitle('Batch');
  const drafts = [1, 2].map((each) => addDraft(api, `${word} ${each}`));
  api.sql(
    'UPDATE products SET price = 900, designers = \'["Juniper Moon"]\' WHERE id = ?',
    String(drafts[0]),
  );
  api.sql(
    'INSERT INTO productCategories SELECT ?, id, 0 FROM categories LIMIT 1',
    String(drafts[0]),
  );
  await page.goto(`/studio/designs?search=${encodeURIComponent(word)}`);
  await page.getByLabel('Select all on this page').check();
  await expect(page.getByText('2 designs selected')).toBeVisible();
  await expectSoundScreen(page);

  await page.getByRole('button', { name: 'Change…' }).click();
  const choice = page.getByLabel('What to change');
  await choice.selectOption('Discount');
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Change…' }).click();
  await choice.selectOption('Publish');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Change 1 design' }).click();
  await expect(page.getByText('1 design changed, 1 not')).toBeVisible();
  await expect(page.getByRole('row', { name: `${word} 1` })).toContainText('Published');
  await expect(page.getByRole('row', { name: `${word} 2` })).toContainText(
    'It can’t be published yet.',
  );

  for (let each = 3; each <= 51; each += 1) addDraft(api, `${word} ${each}`);
  await goOn(page, `/studio/designs?search=${encodeURIComponent(word)}`);
  await page.getByLabel('Select all on this page').check();
  await expect(page.getByText('50 designs selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 51 results' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  await choice.selectOption('Mark as favourites');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Change 51 designs' }).click();
  await expect(page.getByText('51 designs changed.')).toBeVisible();
});

test('prices of several designs are previewed, lowered once even after an unanswered start, and restored', async ({
  studioPage: page,
  api,
}) => {
  const title = newTitle('Lowered');
  const id = addPriced(api, title);
  await page.goto(`/studio/designs?search=${encodeURIComponent(title)}`);
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

test('keywords are added to several designs at once', async ({ studioPage: page, api }) => {
  const title = newTitle('Lantern');
  const ids = [addDraft(api, `${title} One`), addDraft(api, `${title} Two`)];
  await page.goto(`/studio/designs?search=${encodeURIComponent(title)}`);
  await page.getByRole('checkbox', { name: /One$/ }).check();
  await page.getByRole('checkbox', { name: /Two$/ }).check();

  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 designs' });
  await dialog.getByLabel('What to change').selectOption('Add keywords');
  await dialog.getByLabel('Occasions').fill('Christmas, winter');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Change 2 designs' }).click();

  await expect(page.getByText('2 designs changed.')).toBeVisible();
  for (const id of ids) {
    const [row] = api.sql('SELECT keywords FROM products WHERE id = ?', id);
    expect(JSON.parse(String(row?.keywords)).occasion).toEqual(['christmas', 'winter']);
  }
});
