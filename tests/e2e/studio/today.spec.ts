import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { studioCallPath } from '#contract/studio/calls.ts';
import { goOn } from '#tests/support/go-on.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

const warnings = [
  [false, 'The shop’s storage is nearly full.'],
  [true, 'The shop’s storage is full.'],
] as const;

test('the first screen shows failed mails, waiting work, figures and a full disk', async ({
  studioPage: page,
  api,
}) => {
  await test.step('lists each failed mail with its reason, and retries it on its own', async () => {
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

  await test.step('the first screen shows waiting work and figures, read by keyboard, for any days', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    const chart = page.getByRole('slider', { name: 'Sales over time' });
    await expect(chart.locator('canvas')).toBeVisible();
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    const waits = page.getByRole('list', { name: 'To do' });
    expect(await topOf(page.getByText('Designs sold'))).toBeLessThan(await topOf(waits));
    expect(await faults(page)).toEqual([]);

    await chart.focus();
    const last = (await chart.getAttribute('aria-valuetext')) ?? '';
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuenow', '29');
    await expect(chart).not.toHaveAttribute('aria-valuetext', last);
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute('aria-valuenow', '1');

    await page.getByRole('link', { name: '7 days' }).click();
    await expect(page).toHaveURL(/range=7/);
    await page.getByText('Show as table').click();
    await expect(page.getByRole('table', { name: 'Sales by day' }).getByRole('row')).toHaveCount(8);
    await page.getByLabel('From', { exact: true }).fill('2026-01-01');
    await page.getByLabel('Until', { exact: true }).fill('2026-01-02');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/range=own&from=2026-01-01&until=2026-01-02/);
    await expect(page.getByText('1 Jan 2026 to 2 Jan 2026')).toBeVisible();
    await expectSoundScreen(page);
    await waits.getByRole('link', { name: /^(No|Last) backup/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  });

  for (const [isFull, title] of warnings) {
    await test.step(`warns in a text that fits every screen: ${title}`, async () => {
      await goOn(page, '/studio/data');
      await page.unrouteAll();
      await page.route(
        ({ pathname }) => pathname === studioCallPath('today'),
        async (route) => {
          const response = await route.fetch();
          const storage = { isLow: true, isFull, freeBytes: isFull ? 12_000_000 : 1_400_000_000 };
          await route.fulfill({ response, json: { ...(await response.json()), storage } });
        },
      );
      await goOn(page, '/studio/');
      const notice = page.getByRole('region', { name: 'Storage' });
      await expect(notice).toContainText(title);
      expect(await faults(page)).toEqual([]);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await notice.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
      }
    });
  }
});
