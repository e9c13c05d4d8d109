import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';

test('the first screen shows what was sold and what waits, each with its way there', async ({
  studioPage: page,
}) => {
  await page.goto('/studio/');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await page.getByRole('link', { name: /^This week/ }).click();
  await expect(page).toHaveURL(/period=week/);
  await page.getByText('As a table').click();
  await expect(
    page.getByRole('table', { name: 'Sales of the last 30 days' }).getByRole('row'),
  ).toHaveCount(31);
  expect(await faults(page)).toEqual([]);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWider).toBe(false);
  }
  const waits = page.getByRole('list', { name: 'What waits' });
  await waits.getByRole('link', { name: /^(No|Last) backup/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
});
