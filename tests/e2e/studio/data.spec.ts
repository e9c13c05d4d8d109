import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';

test('tables, files and a backup are downloaded from a screen that fits', async ({
  studioPage: page,
  shop,
}) => {
  await test.step('tables, files and a backup are downloaded', async () => {
    // A shop that has been open for a while has made its nightly backup.
    rmSync(join(shop.dataDir, 'backups'), { recursive: true, force: true });
    await page.goto('/studio/data');
    await expect(page.getByRole('heading', { name: 'No backup yet' })).toBeVisible();
    expect(await faults(page)).toEqual([]);

    const csv = page.waitForEvent('download');
    const designs = page.getByRole('button', { name: /^Designs as CSV, \d+ rows/ });
    // Other journeys of the same shop add designs.
    const [count = ''] = /\d+/.exec((await designs.getAttribute('aria-label')) ?? '') ?? [];
    await designs.click();
    const table = await csv;
    expect(table.suggestedFilename()).toMatch(/^designs-\d{4}-\d\d-\d\d\.csv$/);
    expect(
      readFileSync(await table.path(), 'utf8')
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(Number(count) + 1);
    const zip = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Files of the designs as ZIP/ }).click();
    expect((await zip).suggestedFilename()).toMatch(/^files-.+\.zip$/);

    await page.getByRole('button', { name: 'Back up now' }).dblclick();
    const rows = page
      .getByRole('table', { name: 'Backups' })
      .getByRole('row')
      .filter({ hasNotText: 'Nightly' });
    await expect(rows.filter({ hasText: `${count} designs` })).toHaveCount(1, { timeout: 20_000 });
    const tar = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download the backup of/ }).click();
    expect((await tar).suggestedFilename()).toMatch(/^pinwheel-backup-.+-wanted\.tar$/);
    expect(await faults(page)).toEqual([]);
  });

  await test.step('fits a phone, a tablet and a desktop', async () => {
    await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const isWider = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        );
      await expect.poll(isWider).toBe(false);
    }
  });
});
