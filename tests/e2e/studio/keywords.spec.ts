import { goOn } from '#tests/support/go-on.ts';
import { addDraft, newTitle } from '#tests/support/studio-design.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

/** Widths to write at, each with those to scan at. */
const widths = [
  [360, [360]],
  [1440, [768, 1440]],
] as const;

test('keywords and synonyms are written at every width', async ({ studioPage: page, api }) => {
  await test.step('keywords of a design are typed, suggested, removed and saved', async () => {
    for (const [width, scanned] of widths) {
      await page.setViewportSize({ width, height: 800 });
      const id = addDraft(api, newTitle('Moth Parade'));
      await goOn(page, `/studio/designs/${id}`);
      const motifs = page.getByLabel('Motifs', { exact: true });

      await motifs.fill('Moth');
      await motifs.press('Enter');
      await motifs.pressSequentially('night sky, MOTH, hedgeho');
      await page.getByRole('button', { name: 'Add hedgehog' }).click();
      await expect(motifs).toBeFocused();
      const chosen = page.getByRole('list', { name: 'Motifs of this design' });
      await expect(chosen.getByRole('listitem')).toHaveText(['moth', 'night sky', 'hedgehog']);
      await chosen.getByRole('button', { name: 'Remove night sky' }).press('Enter');
      await expect(motifs).toBeFocused();
      await page.getByLabel('Occasions').fill('!!');
      await page.getByLabel('Styles').fill('boho');
      await page.getByLabel('Colours').fill(' Sage,Navy');
      await expect(page.getByText('“!!” must contain a letter or a number')).toBeVisible();
      await expectSoundScreen(page, scanned);
      await page.getByRole('button', { name: 'Remove !!' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

      await page.reload();
      await expect(chosen.getByRole('listitem')).toHaveText(['moth', 'hedgehog']);
      const [saved] = api.sql('SELECT keywords FROM products WHERE id = ?', id);
      expect(JSON.parse(String(saved?.keywords))).toEqual({
        motif: ['moth', 'hedgehog'],
        occasion: [],
        style: ['boho'],
        color: ['sage', 'navy'],
      });
    }
  });

  await test.step('synonym groups are written one per line, tried, corrected and saved', async () => {
    for (const [width, scanned] of widths) {
      await page.setViewportSize({ width, height: 800 });
      await goOn(page, '/studio/search-words');
      const groups = page.getByLabel('One group per line');
      const word = `vixen ${width}`;

      await groups.fill(`Fox, ${word}\n\nlonely`);
      await expect(page.getByText('Line 3: Enter at least two different words')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
      await expectSoundScreen(page, scanned);
      await groups.fill(`Fox, ${word}\nfall, autumn`);
      await page.getByLabel('Try a word').fill('FOX');
      await expect(page.getByText(`Also finds: ${word}`)).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(groups).toHaveValue(`fox, ${word}\nfall, autumn`);

      await page.reload();
      await expect(groups).toHaveValue(`fox, ${word}\nfall, autumn`);
    }
  });

  await test.step('keywords are added to several designs at once', async () => {
    const title = newTitle('Lantern');
    const ids = [addDraft(api, `${title} One`), addDraft(api, `${title} Two`)];
    await goOn(page, `/studio/designs?search=${encodeURIComponent(title)}`);
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
});
