import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request a Custom Design' });

/** Opens a custom request that is refused with this message on each press. */
async function openRefusedRequest(page: Page, message: string): Promise<void> {
  await page.route(`**${callPath('customRequest')}`, (route) =>
    route.fulfill({ status: 503, json: { message, code: 'UNAVAILABLE' } }),
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  await expect(dialog(page)).toBeVisible();
}

const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Submit' }).click();

test.describe('above an open dialog', () => {
  test.use({ expectedErrors: [/503 \(Service/] });

  test('a toast is announced and can be dismissed, and the dialog stays', async ({ page }) => {
    await openRefusedRequest(page, messages.picture.busy);
    await submit(page);
    const toast = region(page).getByRole('listitem').filter({ hasText: messages.picture.busy });
    await expect(toast).toBeVisible();
    // Inert content is neither announced nor pressable.
    expect(await toast.evaluate((element) => element.closest('[inert]'))).toBeNull();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
  });
});

test.describe('more than one toast', () => {
  test.use({ expectedErrors: [/503 \(Service/] });

  test('are top-centre, at most 350 px wide, 8 px apart', { tag: ['@U10'] }, async ({ page }) => {
    await openRefusedRequest(page, `${messages.picture.busy} `.repeat(3));
    await submit(page);
    await expect(region(page).getByRole('listitem')).toHaveCount(1);
    await submit(page);
    await expect(region(page).getByRole('listitem')).toHaveCount(2);
    const measured = await region(page).evaluate(async (element) => {
      const toasts = [...element.querySelectorAll('li')];
      await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
      return toasts.map((toast) => {
        const { left, right, top, bottom, width } = toast.getBoundingClientRect();
        return { left, right, top, bottom, width };
      });
    });
    const [first, second] = measured;
    if (!first || !second) throw new Error('Two toasts were expected');
    for (const { left, right, width } of measured) {
      expect(width).toBe(350);
      expect((left + right) / 2).toBeCloseTo(1440 / 2, 0);
    }
    expect(first.top).toBeLessThan(50);
    expect(second.top - first.bottom).toBeCloseTo(8, 1);
  });
});
