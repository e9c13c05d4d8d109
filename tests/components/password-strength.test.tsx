import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { openShop } from '#tests/support/open-shop.tsx';

test('a password that is chosen says how hard it is to guess', async () => {
  // What was loaded before may have filled the browser's list.
  performance.clearResourceTimings();
  const asked = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/password-score'));
  await openShop({ path: paths.signUp.path });
  const password = page.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveAccessibleDescription('At least 6 characters.');
  expect(asked()).toEqual([]);

  for (const [typed, verdict] of [
    ['sunshine1', 'Very easy to guess: add more words.'],
    ['pinwheel1', 'Could be harder to guess: add a word.'],
    ['violet paper cranes', 'Hard to guess.'],
  ] as const) {
    await password.fill(typed);
    await expect.element(password).toHaveAccessibleDescription(`At least 6 characters. ${verdict}`);
  }
  await password.fill('ab');
  await expect.element(password).toHaveAccessibleDescription(/at least 6 characters long$/);
  expect(asked()).toHaveLength(1);
});
