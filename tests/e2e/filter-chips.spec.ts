import { namedColors } from '#features/catalogue/named-colors.ts';
import { shiftsOf, watchShifts } from '#tests/support/layout-shifts.ts';
import { expect, test } from '#tests/support/offline-test.ts';

test.use({ isReturning: true });

test('each filter is a chip that moves nothing and can be taken off, with the plug pulled too', async ({
  phone,
}) => {
  const { designers } = await phone.api.call('filterOptions');
  const [designer = ''] = designers;
  const [red] = namedColors;
  const page = await phone.visit('/shop');
  await watchShifts(page);
  await page.goto(
    `${phone.url}/shop?designer=${encodeURIComponent(designer)}&minPrice=1&color=${red?.color}&sort=a-z`,
  );
  const chips = page.getByRole('list', { name: 'Chosen filters' });
  await expect(chips.getByRole('button')).toHaveText([
    designer,
    'Red',
    'From $1.00',
    'Name: A to Z',
    'Clear all',
  ]);
  await expect(page.getByLabel('Sort by')).toBeInViewport({ ratio: 1 });
  expect(await shiftsOf(page)).toEqual([]);

  await phone.lose('offline');
  await chips.getByRole('button', { name: `Remove ${designer}` }).click();
  await expect(page).toHaveURL(`${phone.url}/shop?minPrice=1&color=${red?.color}&sort=a-z`);
  await expect(chips.getByRole('button', { name: 'Remove Red' })).toBeFocused();
  await chips.getByRole('button', { name: 'Remove Red' }).click();
  await expect(page).toHaveURL(`${phone.url}/shop?minPrice=1&sort=a-z`);
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('article')).not.toHaveCount(
    0,
  );
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(`${phone.url}/shop?sort=newest`);
  await expect(chips).toBeHidden();
});
