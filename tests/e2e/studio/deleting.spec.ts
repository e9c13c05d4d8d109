import { goOn } from '#tests/support/go-on.ts';
import { addDraft, newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test('a draft and a category are deleted after confirmation', async ({ studioPage: page, api }) => {
  await test.step('a draft is deleted after confirmation, along with what was typed but never saved', async () => {
    const title = newTitle('Lost Moths');
    const id = addDraft(api, title);
    await page.goto(`/studio/designs/${id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed and never saved');
    await page.getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${title}?` });
    await expectSoundScreen(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(api.sql('SELECT title FROM products WHERE id = ?', id)).toEqual([{ title }]);

    await page.getByRole('button', { name: 'Delete…' }).click();
    await question.getByRole('button', { name: 'Delete draft' }).click();

    await expect(page).toHaveURL('/studio/designs');
    await expect(page.getByText(`${title} is deleted.`)).toBeVisible();
    expect(api.sql('SELECT title FROM products WHERE id = ?', id)).toEqual([]);
    expect(api.sql('SELECT name FROM productFiles WHERE productId = ?', id)).toEqual([]);
  });

  await test.step('a category without designs is deleted after confirmation', async () => {
    const name = newTitle('Moths');
    await goOn(page, '/studio/categories');
    await page.getByLabel('New category').fill(name);
    await page.getByRole('button', { name: 'Add' }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    const full = page.getByRole('row').filter({ hasNotText: name }).nth(1);
    await expect(full.getByRole('button', { name: /^Rename/ })).toBeVisible();
    await expect(full.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await row.getByRole('button', { name: `Delete ${name}` }).click();
    await expectSoundScreen(page);

    await page.getByRole('dialog').getByRole('button', { name: 'Delete category' }).click();

    await expect(row).toHaveCount(0);
    expect(api.sql('SELECT id FROM categories WHERE name = ?', name)).toEqual([]);
  });
});

test.describe('that was once in the shop', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('a draft stays, and its editor says why', async ({ studioPage: page, api }) => {
    const id = addDraft(api, newTitle('Kept Moths'));
    const at = new Date().toISOString();
    api.sql('INSERT INTO catalogueChanges (productId, changedAt) VALUES (?, ?)', id, at);
    await page.goto(`/studio/designs/${id}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog');

    await question.getByRole('button', { name: 'Delete draft' }).click();

    await expect(question.getByRole('alert')).toContainText('never published');
    expect(api.sql('SELECT id FROM products WHERE id = ?', id)).toEqual([{ id }]);
  });
});
