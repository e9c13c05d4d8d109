import { expect, test } from '../support/shop-test.ts';

const score = '**/assets/password-score-*.js';

test('a password that is chosen says how hard it is to guess', async ({ page }) => {
  let asked = 0;
  await page.route(score, (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto('/sign-up');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription('At least 6 characters.');
  expect(asked).toBe(0);

  const says = (verdict: string) =>
    expect(password).toHaveAccessibleDescription(`At least 6 characters. ${verdict}`);
  await password.fill('sunshine1');
  await says('Very easy to guess: add more words.');
  await password.fill('pinwheel1');
  await says('Could be harder to guess: add a word.');
  await password.fill('violet paper cranes');
  await says('Hard to guess.');
  await password.fill('ab');
  await expect(password).toHaveAccessibleDescription(/at least 6 characters long$/);
  expect(asked).toBe(1);
});

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
