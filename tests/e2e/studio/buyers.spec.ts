import type { Page } from '@playwright/test';
import { goOn } from '#tests/support/go-on.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

declare global {
  interface Window {
    /** The number on the app's icon; 0: none. */
    badge?: number;
  }
}

/** The number of waiting tasks in the studio's menu, and on the icon of the installed studio. */
function waitingTasks(page: Page): Promise<{ inMenu: number; onIcon: number | undefined }> {
  return page
    .getByRole('navigation', { name: 'Studio' })
    .getByRole('link')
    .evaluateAll((links) => ({
      inMenu: links.reduce(
        (sum, link) => sum + Number(/(\d+)\s+waiting/.exec(link.textContent)?.[1] ?? 0),
        0,
      ),
      onIcon: window.badge,
    }));
}

test('pending buyers are approved and rejected', async ({ studioPage: page, api }) => {
  await test.step('a pending buyer is approved, given a design and signed out', async () => {
    await page.addInitScript(() => {
      const show = async (count = 0) => {
        window.badge = count;
      };
      Object.defineProperties(navigator, {
        setAppBadge: { value: show },
        clearAppBadge: { value: () => show() },
      });
    });
    const { user, token } = await api.newBuyer({ status: 'pending' });
    await page.goto('/studio/buyers');
    const row = page.getByRole('row').filter({ hasText: user.email });
    const link = row.getByRole('link', { name: 'https://shop.example/hazel' });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(link).toHaveAttribute('target', '_blank');
    await expectSoundScreen(page);
    const before = await waitingTasks(page);
    expect(before.inMenu).toBeGreaterThan(0);
    expect(before.onIcon).toBe(before.inMenu);

    await row.getByRole('link', { name: 'Hazel Button' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Hazel Button is approved and has been e-mailed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await expect(page.getByText(/^by mia-/)).toBeVisible();

    const [design] = await api.products();
    await page.getByRole('button', { name: 'Give a design…' }).click();
    await page.getByLabel('Find a design').fill(design?.title ?? '');
    await page.getByRole('button', { name: `Give ${design?.title}` }).click();
    await expect(page.getByRole('row').filter({ hasText: design?.title ?? '' })).toContainText(
      '$0.00',
    );
    const { orders } = await api.call('orders', { token, query: {} });
    expect(orders).toMatchObject([{ paymentMethod: 'Gift', totalPrice: 0 }]);
    await expectSoundScreen(page);

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = page.getByRole('dialog', { name: 'Sign Hazel Button out?' });
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByText('nowhere')).toBeVisible();
    await expect(api.call('me', { token })).rejects.toThrow('401');
  });

  await test.step('a reason being typed is not dropped by Escape, a press outside or Back', async () => {
    const { user } = await api.newBuyer({ status: 'pending' });
    await goOn(page, `/studio/buyers?search=${user.email}`);
    await page.getByRole('link', { name: 'Hazel Button' }).click();
    await page.getByRole('button', { name: 'Reject…' }).click();
    const form = page.getByRole('dialog', { name: 'Reject Hazel Button' });
    const reason = form.getByLabel('Reason');
    await reason.fill('We found no shop');

    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    for (const press of [
      () => reason.press('Escape'),
      () => page.mouse.click(2, 2),
      () => form.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await press();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toHaveCount(0);
      await expect(reason).toHaveValue('We found no shop');
    }
    await page.goBack();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(reason).toHaveValue('We found no shop');

    await reason.press('Escape');
    await expect(question).toBeVisible();
    await expectSoundScreen(page);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole('button', { name: 'Reject…' }).click();
    await expect(reason).toHaveValue('');
    await reason.press('Escape');
    await expect(form).toHaveCount(0);
  });
});

test.describe('two decisions about one buyer', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('a rejection asks for a reason, and whoever decides second is told', async ({
    studioPage: page,
    api,
  }) => {
    const { user } = await api.newBuyer({ status: 'pending' });
    await page.goto(`/studio/buyers/${user._id}`);
    await page.getByRole('button', { name: 'Reject…' }).click();
    const form = page.getByRole('dialog', { name: 'Reject Hazel Button' });
    await expect(form.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled();
    await form.getByLabel('Reason').fill('We found no shop behind your link.');
    await expectSoundScreen(page);

    api.sql("UPDATE accounts SET status = 'approved' WHERE email = ?", user.email);
    await form.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(page.getByText('Someone else already decided').first()).toBeVisible();
    await expect(form.getByLabel('Reason')).toHaveValue('We found no shop behind your link.');
    await form.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(page.getByText('“We found no shop behind your link.”')).toBeVisible();

    await page.goto(`/studio/buyers?search=${user.email}`);
    await expect(page.getByRole('row').filter({ hasText: user.email })).toContainText('Rejected');
    await page.goto('/studio/buyers?search=nobody-at-all');
    await expect(page.getByText('No buyers match “nobody-at-all”')).toBeVisible();
  });
});
