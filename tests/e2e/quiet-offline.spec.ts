import { paths, productPath } from '#contract/shop/paths.ts';
import { expect, test } from '#tests/support/offline-test.ts';

test.use({ isReturning: true });

const screens = [paths.home, paths.shop, paths.bestSellers, paths.cart, paths.terms, paths.signIn];

test('no screen logs an error in the console without the shop', async ({ phone }) => {
  const page = await phone.visit(paths.home.path);
  const [design] = await phone.api.products();
  await phone.lose('killed');
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  for (const path of [...screens.map((screen) => screen.path), productPath(design?._id ?? '')]) {
    await page.goto(phone.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  // The browser itself reports what only the shop can provide: calls, and pictures that weren't saved.
  expect(errors.filter((error) => !/\/(api|images)\//.test(error))).toEqual([]);
});
