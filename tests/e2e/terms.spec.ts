import { paths } from '#contract/shop/paths.ts';
import { expect, test } from '#tests/support/shop-test.ts';

test('the terms have a table of contents, say what a buyer must know, and can be printed', {
  tag: '@core',
}, async ({ page, api }) => {
  await test.step('covers its eight topics, each one step from the table of contents (B02, N01)', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'T&C', exact: true }).click();
    await expect(page).toHaveURL(paths.terms.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const topics = [
      'The terms',
      'Watermark and sharing',
      'Use of designs',
      'Commissioning artwork',
      'Turnaround time',
      'Licensing',
      'Cancellations and refunds',
      'Restrictions at a glance',
    ];
    await expect(contents.getByRole('link')).toHaveText(topics);
    for (const topic of topics) {
      await contents.getByRole('link', { name: topic }).click();
      const section = page.getByRole('region', { name: topic, exact: true });
      await expect(section).toBeInViewport();
      expect(((await section.textContent()) ?? '').length).toBeGreaterThan(topic.length + 60);
    }
  });

  await test.step('states how long commissions take and what can be refunded (N02, N06)', async () => {
    await expect(page.getByRole('region', { name: 'Turnaround time' })).toContainText(
      'A commission takes about a week, and up to 14 days.',
    );
    const refunds = page.getByRole('region', { name: 'Cancellations and refunds' });
    await expect(refunds).toContainText('Digital downloads are non-refundable');
    await expect(refunds).toContainText(
      'A refund is given only when a commission is not accepted.',
    );
  });

  await test.step('states who needs which licence (N03, N04, N05)', async () => {
    const licensing = page.getByRole('region', { name: 'Licensing' });
    await expect(licensing.getByRole('listitem')).toHaveText([
      'Small handmade shops need no extra licence.',
      'Fabric shops and similar sellers need a single-file licence at purchase.',
      'Wholesale and print-on-demand need a single-file licence for every 100 items sold.',
      'Yearly licences must be renewed before the year ends.',
    ]);
  });

  await test.step('says which version checkout has accepted, and whom to ask', async () => {
    const { termsVersion, designers } = await api.call('shopSettings');
    const main = page.getByRole('main');
    await expect(main.getByText(`Version ${termsVersion}`, { exact: true })).toBeVisible();
    for (const { email } of designers) {
      await expect(main.getByRole('link', { name: email })).toHaveAttribute(
        'href',
        `mailto:${email}`,
      );
    }
  });

  await test.step('prints without the frame', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });
});
