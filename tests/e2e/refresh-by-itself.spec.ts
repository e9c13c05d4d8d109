import { paths } from '#contract/paths.ts';
import { someDesigns } from '#tests/support/device-journeys.ts';
import { expect, test } from '../support/mortal-phone.ts';

test('a worker woken with no page open refreshes catalogue and prices once, and leaves a shop in trouble alone', async ({
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

  network.set('through');
  await phone.wakeToRefresh(bystander);
  await expect.poll(network.calls).toBe(3);

  network.set({ status: 503, headers: { 'Retry-After': '120' }, body: '' });
  await phone.wakeToRefresh(bystander);
  await expect.poll(network.calls).toBe(1);
  await phone.wakeToRefresh(bystander);
  await phone.wakeWorker(bystander);
  expect(network.calls()).toBe(1);
});
