import { randomUUID } from 'node:crypto';
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

test('each failed mail stands there with its reason, and is tried again by itself', async ({
  studioPage: page,
  api,
}) => {
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  const recipient = `gone-${id}@shop.example`;
  const now = new Date().toISOString();
  // Tried for three days in vain.
  api.sql(
    `INSERT INTO mailOutbox (id, recipient, subject, text, html, createdAt, attempts, nextAttemptAt, lastProblem)
     VALUES (?, ?, 'Your receipt', 't', 'h', ?, 1000, ?, 'EENVELOPE 550')`,
    id,
    recipient,
    now,
    now,
  );
  await page.goto('/studio/');

  const row = page
    .getByRole('table', { name: 'Failed mails' })
    .getByRole('row')
    .filter({ hasText: recipient });
  await expect(row).toContainText('Your receipt');
  await expect(row).toContainText('The mail server refused the address (EENVELOPE 550)');
  await expect(row).toContainText('None');
  expect(await faults(page)).toEqual([]);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWider).toBe(false);
  }
  await row.getByRole('button', { name: `Retry the mail to ${recipient}` }).click();

  await expect(page.getByText('The mail is tried again.')).toBeVisible();
});
