import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { expect, test } from '../support/killable-phone.ts';

/** In seconds; longer than the wait after any other failure. */
const retryAfter = 5;

test('a worker woken with no page open refreshes catalogue and prices once, and respects the Retry-After of a shop in trouble', async ({
  phone,
}) => {
  const { api, network } = phone;
  const buyer = await api.newBuyer();
  const [fox] = await someDesigns(api);
  await api.call('wishlistAdd', { token: buyer.token, body: { productId: fox._id } });
  phone.signIn(buyer);
  const page = await phone.visit(paths.myWishlist.path);
  await expect(page.getByRole('main')).toContainText(fox.title);
  const bystander = await phone.bystander();
  await page.close();
  // A worker skips what it requested a moment ago; one started by the wake doesn't.
  await phone.stopWorkers(bystander);

  network.set('through');
  await phone.wakeToRefresh(bystander);
  await expect.poll(() => network.calls().length).toBe(3);

  network.set({ status: 503, headers: { 'Retry-After': String(retryAfter) }, body: '' });
  await phone.wakeToRefresh(bystander);
  // Browsers don't wake a worker again while it is still answering.
  await expect.poll(() => isOutageNoted(bystander)).toBe(true);
  await expect
    .poll(async () => {
      await phone.wakeToRefresh(bystander);
      return network.calls().length;
    })
    .toBe(2);
  const [first = 0, second = 0] = network.calls();
  expect(second - first).toBeGreaterThanOrEqual(retryAfter * 1000);
});

/** Whether the device has stored that the shop is in trouble. */
function isOutageNoted(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('pinwheel-device');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const asked = opening.result.transaction('values').objectStore('values').get('outage');
    await new Promise((resolve) => {
      asked.onsuccess = resolve;
    });
    opening.result.close();
    return Boolean(asked.result?.value);
  });
}
