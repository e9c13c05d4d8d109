import { randomUUID } from 'node:crypto';
import { studioCallPath } from '#contract/studio/calls.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';

test('the first screen shows sales and waiting work, with links to both', async ({
  studioPage: page,
}) => {
  await page.goto('/studio/');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The last 30 days' })).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await page.getByRole('link', { name: /^This week/ }).click();
  await expect(page).toHaveURL(/period=week/);
  await page.getByText('Show as table').click();
  await expect(
    page.getByRole('table', { name: 'Sales of the last 30 days' }).getByRole('row'),
  ).toHaveCount(31);
  expect(await faults(page)).toEqual([]);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const isWider = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
    await expect.poll(isWider).toBe(false);
  }
  const waits = page.getByRole('list', { name: 'To do' });
  await waits.getByRole('link', { name: /^(No|Last) backup/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
});

test('lists each failed mail with its reason, and retries it on its own', async ({
  studioPage: page,
  api,
}) => {
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  const recipient = `gone-${id}@shop.example`;
  const now = new Date().toISOString();
  // Retried for three days without success.
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
    .getByRole('table', { name: 'Failed e-mails' })
    .getByRole('row')
    .filter({ hasText: recipient });
  await expect(row).toContainText('Your receipt');
  await expect(row).toContainText('The mail server refused the address (EENVELOPE 550)');
  await expect(row).toContainText('None');
  expect(await faults(page)).toEqual([]);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const isWider = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
    await expect.poll(isWider).toBe(false);
  }
  await row.getByRole('button', { name: `Retry the e-mail to ${recipient}` }).click();

  await expect(page.getByText('Retrying the e-mail.')).toBeVisible();
});

for (const [isFull, title] of [
  [false, "The shop's storage is nearly full."],
  [true, "The shop's storage is full."],
] as const) {
  test(`warns in a text that fits every screen: ${title}`, async ({ studioPage: page }) => {
    await page.route(
      ({ pathname }) => pathname === studioCallPath('today'),
      async (route) => {
        const response = await route.fetch();
        const storage = { isLow: true, isFull, freeBytes: isFull ? 12_000_000 : 1_400_000_000 };
        await route.fulfill({ response, json: { ...(await response.json()), storage } });
      },
    );
    await page.goto('/studio/');
    const notice = page.getByRole('region', { name: 'Storage' });
    await expect(notice).toContainText(title);
    expect(await faults(page)).toEqual([]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await notice.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    }
  });
}
