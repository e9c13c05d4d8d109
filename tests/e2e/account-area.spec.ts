import { calls } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

for (const licenseType of ['FABRIC_SHOP', 'SMALL_BUSINESS'] as const) {
  test(`gives ${licenseType} the same role that every customer has`, {
    tag: ['@A06', '@R07'],
  }, async ({ page, api }) => {
    const { token } = await signInPage(page, api, { licenseType });
    const { user } = await api.call('me', { token });
    expect(Object.keys(user)).not.toContain('role');
    // A call of the shop can at most require customers to be signed in and approved.
    expect(new Set(Object.values(calls).map(({ access }) => access))).toEqual(
      new Set(['anyone', 'account', 'approved', 'provider']),
    );

    await page.goto(paths.dashboard.path);
    const area = page.getByRole('navigation', { name: 'Account area' });
    const areas = ['My orders', 'My wishlist', 'My account'];
    await expect(area.getByRole('link')).toHaveText(areas);
    for (const name of areas) {
      await area.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(area.getByRole('link')).toHaveText(areas);
    }
  });
}

test('forgets the letters typed in a menu after 350 ms', { tag: ['@U12'] }, async ({
  page,
  api,
}) => {
  expect(limits.menuTypeAheadMs).toBe(350);
  await page.clock.install();
  await signInPage(page, api);
  await page.goto(paths.terms.path);
  await page.getByRole('button', { name: 'Account of Hazel' }).click();
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect(item('My Account')).toBeFocused();
  await page.clock.pauseAt(Date.now() + 60_000);

  // Within the time, both letters form one word, which no item starts with.
  await page.keyboard.press('l');
  await expect(item('Logout')).toBeFocused();
  await page.clock.runFor(349);
  await page.keyboard.press('s');
  await expect(item('Logout')).toBeFocused();

  // After it, the second letter starts a new word.
  await page.keyboard.press('l');
  await page.clock.runFor(350);
  await page.keyboard.press('s');
  await expect(item('Settings')).toBeFocused();
});
