import { expect, test } from '../support/shop-test.ts';

const score = '**/assets/password-score-*.js';

test.describe('where the word lists don’t arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('a password is chosen without a word about it', async ({ page }) => {
    await page.route(score, (route) => route.abort());
    await page.goto('/sign-up');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('pinwheel1');
    await expect(password).toHaveAccessibleDescription('At least 6 characters.');
  });
});

test('no device stores the word lists before a password is chosen', async ({ request }) => {
  const worker = await (await request.get('/sw.js')).text();
  expect(worker).toContain('assets/forms-');
  expect(worker).not.toContain('assets/password-score-');
});
