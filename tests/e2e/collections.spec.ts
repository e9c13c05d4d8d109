import { paths } from '#contract/shop/paths.ts';
import {
  amount,
  createOrder,
  expect,
  openCheckout,
  signIn,
  test,
} from '#tests/support/buying-test.ts';
import { signInToStudio } from '#tests/support/studio-page.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test('the studio makes a collection with a price for all, and a buyer gets it for that', async ({
  page,
  api,
  shop,
  studio,
  browser,
}) => {
  const designs = [await studio.newDesign({ price: 8 }), await studio.newDesign({ price: 12 })];
  await signInToStudio(page, api, shop.url);
  await page.goto('/studio/collections');
  await page.getByLabel('Name of a new collection').fill('Stripes together');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Stripes together' })).toBeVisible();
  for (const { title } of designs) {
    await page.getByLabel('Find a design to add').fill(title);
    await page.getByRole('button', { name: `Add ${title}` }).click();
  }
  await expect(page.getByRole('list', { name: 'Designs of the collection' })).toContainText(
    designs[1]?.title ?? '',
  );
  await expectSoundScreen(page);
  await page.getByLabel('Price for all designs').fill('15');
  await page.getByText('Show it in the shop').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The shop shows it within a minute.')).toBeVisible();

  const buying = await browser.newPage({ baseURL: shop.url });
  const buyer = await api.newBuyer();
  await signIn(buying, buyer);
  await expect
    .poll(async () => (await api.call('collections', {})).collections.map(({ name }) => name))
    .toContain('Stripes together');
  await buying.goto(paths.collections.path);
  await buying.getByRole('link', { name: /Stripes together/ }).click();
  await buying.getByRole('button', { name: 'Add both to cart' }).click();
  await buying.getByRole('link', { name: 'View cart' }).click();
  await expect(buying.getByText('In the collection “Stripes together”')).toHaveCount(2);
  await expect(amount(buying, 'Total')).toHaveText('$15.00');
  await openCheckout(buying);
  await createOrder(buying);
  expect(
    api.sql(
      `SELECT price, discountedPrice FROM orderItems WHERE productId IN (?, ?) ORDER BY price`,
      ...designs.map(({ _id }) => _id),
    ),
  ).toEqual([
    { price: 800, discountedPrice: 600 },
    { price: 1200, discountedPrice: 900 },
  ]);
  await buying.close();
});
