import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { licenseTypes } from '#contract/shop/account.ts';
import { paths } from '#contract/shop/paths.ts';
import { limits } from '#contract/wire/limits.ts';
import { newUser, openShop } from '#tests/support/open-shop.tsx';

test.each(licenseTypes)(
  'gives %s the same area that every customer has (A06, R07)',
  async (licenseType) => {
    const user = newUser({ licenseType });
    await openShop({ path: paths.dashboard.path, user });
    const links = page.getByRole('navigation', { name: 'Account area' }).getByRole('link');
    const names = () => links.elements().map((link) => link.textContent);
    const areas = ['My orders', 'My wishlist', 'Custom requests', 'My account'];
    await expect.poll(names).toEqual(areas);
    for (const name of areas) {
      await links.filter({ hasText: name }).click();
      await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name);
      expect(names()).toEqual(areas);
    }
  },
);

test('forgets the letters typed in a menu after 350 ms (U12)', async () => {
  expect(limits.menuTypeAheadMs).toBe(350);
  const user = newUser({ firstName: 'Hazel' });
  await openShop({ path: paths.terms.path, user });
  await page.getByRole('button', { name: 'Account of Hazel' }).click();
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect.element(item('My Account')).toHaveFocus();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());

  // Within the time, both letters form one word, which no item starts with.
  // A poll would let time pass.
  const focused = () => document.activeElement;
  await userEvent.keyboard('l');
  expect(focused()).toBe(item('Logout').element());
  vi.advanceTimersByTime(349);
  await userEvent.keyboard('s');
  expect(focused()).toBe(item('Logout').element());

  // After it, the second letter starts a new word.
  await userEvent.keyboard('l');
  vi.advanceTimersByTime(350);
  await userEvent.keyboard('s');
  await expect.element(item('Settings')).toHaveFocus();
});
