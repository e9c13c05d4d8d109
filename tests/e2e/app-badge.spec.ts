import { paths } from '#contract/shop/paths.ts';
import { serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import { cutCall } from '#tests/support/page-calls.ts';
import { expect, signInPage, test } from '#tests/support/shop-test.ts';

declare global {
  interface Window {
    /** The number on the app's icon; 0: none. */
    badge?: number;
  }
}

test.use({ expectedErrors: [/ERR_FAILED/] });

test("the app's icon shows the number of pending changes, and nothing once they are sent", async ({
  page,
  api,
}) => {
  await page.addInitScript(() => {
    const show = async (count = 0) => {
      window.badge = count;
    };
    Object.defineProperties(navigator, {
      setAppBadge: { value: show },
      clearAppBadge: { value: () => show() },
    });
  });
  const badge = () => page.evaluate(() => window.badge);
  const [fox, moon] = await someDesigns(api);
  const buyer = await signInPage(page, api);
  const mend = await cutCall(page, 'cartAdd');
  await page.goto(paths.shop.path);
  await expect.poll(badge).toBe(0);
  await page.getByRole('button', { name: `Add ${fox.title} to cart` }).click();
  await expect.poll(badge).toBe(1);
  await page.getByRole('button', { name: `Add ${moon.title} to cart` }).click();
  await expect.poll(badge).toBe(2);

  await mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(badge).toBe(0);
  expect(await serverCart(api, buyer)).toEqual([fox._id, moon._id]);
});
