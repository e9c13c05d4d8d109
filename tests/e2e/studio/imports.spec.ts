import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDraft } from '#tests/support/add-draft.ts';
import { goOn } from '#tests/support/go-on.ts';
import { csvOf, shopifyHeader, shopifyRows } from '#tests/support/import-files.ts';
import { picture } from '#tests/support/pictures.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

/** Rows that no other journey has imported. */
function freshRows(products: number) {
  const mark = randomUUID().slice(0, 8);
  return shopifyRows(products, 'http://127.0.0.1:9/').map((row) => ({
    ...row,
    Handle: `${row.Handle}-${mark}`,
    ...(row['Variant SKU'] && { 'Variant SKU': `${row['Variant SKU']}-${mark}` }),
  }));
}

const fileOf = (text: string, name = 'products_export.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('an export is imported, and files are added to its drafts', async ({ studioPage: page }) => {
  await test.step('a file is dry-run, imported, reviewed, and changes nothing the second time', async () => {
    // A title that can wrap nowhere, as file names make it.
    const [first, ...others] = freshRows(60);
    const rows = [{ ...first, Title: `Sleepy_${'fox_'.repeat(28)}` }, ...others];
    const file = fileOf(csvOf(shopifyHeader, rows));
    await page.goto('/studio/imports');
    await expectSoundScreen(page);

    await page.getByLabel('File to import').setInputFiles(file);
    await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'This is a preview' })).toBeVisible();
    await expect(page.getByText(`60 designs in ${rows.length} rows`)).toBeVisible();
    await page.getByLabel('Branding kits (20)').selectOption({ index: 1 });
    const currency = page.getByLabel('The file’s currency');
    await currency.selectOption('Convert to US dollars');
    await expect(page.getByLabel('Currency code')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Sleepy_fox');
    await expectSoundScreen(page);
    await currency.selectOption('US dollars');
    await page.getByLabel('Show').selectOption('Skipped');
    await expect(page).toHaveURL(/outcome=skipped/);
    await expect(page.getByRole('row').nth(1)).toContainText('A design has one price');

    await page.getByRole('button', { name: 'Start import' }).click();
    const rowsPart = page.getByRole('region', { name: 'Designs in the file' });
    await expect(rowsPart.getByText('Done')).toBeVisible();
    await expect(page).toHaveURL(/outcome=skipped/);
    await page.getByLabel('Show').selectOption('Created');
    await page.getByLabel('Find a title').fill('No. 59');
    await expect(page.getByRole('row').nth(1)).toContainText('“No. 59”');
    await page.getByText('90 pictures couldn’t be downloaded').click();
    await expect(page.getByRole('table', { name: 'Pictures' })).toContainText(
      'The address is on a private network.',
    );
    await expectSoundScreen(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the report' }).click();
    expect((await download).suggestedFilename()).toBe('products_export report.csv');

    await page.getByRole('link', { name: 'All imports' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('Done');
    await page.getByLabel('File to import').setInputFiles(file);
    await expect(page.getByRole('heading', { name: 'Nothing in this file is new' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start import' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(rowsPart.getByText('Discarded')).toBeVisible();
  });

  await test.step('many files find their drafts by name, and what is there is left out the next time', async () => {
    const rows = freshRows(3);
    const [first = '', second = ''] = rows.flatMap(
      ({ 'Variant SKU': sku }) => String(sku ?? '') || [],
    );
    await goOn(page, '/studio/imports');
    await page.getByLabel('File to import').setInputFiles(fileOf(csvOf(shopifyHeader, rows)));
    await page.getByRole('button', { name: 'Start import' }).click();
    const counts = page.getByRole('region', { name: 'Designs in the file' });
    await expect(counts.getByText('Done')).toBeVisible();
    const png = await picture('png', { width: 64 });
    const files = [
      { name: `${first}-preview-2.png`, mimeType: 'image/png', buffer: png },
      { name: `${first}.png`, mimeType: 'image/png', buffer: png },
      { name: 'nothing of ours.png', mimeType: 'image/png', buffer: png },
    ];

    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('link', { name: 'Add files to drafts' }).click();
    await page.getByLabel('Files to add').setInputFiles(files);
    await expect(page.getByRole('row').nth(1)).toContainText('No draft');
    await expectSoundScreen(page);
    await page.getByLabel('SKU of the draft for nothing of ours.png').fill(second);
    await page.getByRole('button', { name: 'Upload 3 files' }).click();

    await expect(page.getByText('3 files uploaded.')).toBeVisible();
    await expectSoundScreen(page);
    await page.getByLabel('Files to add').setInputFiles(files);
    await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(0);
    await page.getByLabel('Show').selectOption('there');
    await expect(page.getByRole('row')).toHaveCount(3);
  });
});

test.describe('a folder whose upload is cut', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('continues where it was when the folder is chosen again', async ({
    studioPage: page,
    api,
  }, info) => {
    const title = `Kit ${randomUUID().slice(0, 8)}`;
    const id = addDraft(api, title);
    const large = Buffer.alloc(3_000_000, '%PDF-1.7\n');
    const folder = info.outputPath(title);
    await mkdir(folder);
    await writeFile(join(folder, 'cover.png'), await picture('png', { width: 64 }));
    await writeFile(join(folder, 'large.pdf'), large);
    await page.goto('/studio/imports/files');
    let sent = 0;
    await page.route('**/api/studio/uploads/*', (route) => {
      sent += 1;
      return sent > 4 ? route.abort() : route.continue();
    });

    await page.getByLabel('Folder to add').setInputFiles(folder);
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect(page.getByText(/^1 of 2 files, .* of 3(?:\.\d)?\sMB \(\d+%\)$/)).toBeVisible();
    await expect.poll(() => sent).toBeGreaterThan(4);
    const second = await page.context().newPage();
    await page.close();
    await second.goto('/studio/imports/files');
    const starting = second.waitForResponse((answer) => answer.url().endsWith('/uploads'));
    await second.getByLabel('Folder to add').setInputFiles(folder);
    await second.getByRole('button', { name: 'Upload 1 file' }).click();

    const { received } = await (await starting).json();
    expect(received).toBeGreaterThan(0);
    await expect(second.getByText('1 file uploaded.')).toBeVisible();
    const sha256 = createHash('sha256').update(large).digest('hex');
    expect(api.sql('SELECT name, sha256 FROM productFiles WHERE productId = ?', id)).toEqual([
      { name: 'large.pdf', sha256 },
    ]);
  });
});

test.describe('a file that is not an export', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('says what it is instead, and another one can be chosen', async ({ studioPage: page }) => {
    await page.goto('/studio/imports');

    await page.getByLabel('File to import').setInputFiles(fileOf('Name;Colour\r\nFox;red'));

    await expect(page.getByRole('alert')).toContainText('Its columns are: Name, Colour');
    await expectSoundScreen(page);
    await page
      .getByLabel('File to import')
      .setInputFiles(fileOf(csvOf(shopifyHeader, freshRows(1))));
    await expect(page.getByRole('heading', { name: 'This is a preview' })).toBeVisible();
  });
});
