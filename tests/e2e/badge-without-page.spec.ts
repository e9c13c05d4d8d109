import type { Worker } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import { expect, test } from '../support/killable-phone.ts';

/** Records in the worker what it shows on the app's icon; 0: nothing. */
function noteBadge(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const shown: number[] = [];
    const show = async (count = 0) => void shown.push(count);
    Object.assign(self, { shown });
    Object.defineProperties(navigator, {
      setAppBadge: { value: show },
      clearAppBadge: { value: () => show() },
    });
  });
}

test("the app's icon shows the number of pending changes when the worker sends and no page is open", async ({
  phone,
}) => {
  const { api, network } = phone;
  const buyer = await api.newBuyer();
  phone.signIn(buyer);
  const [fox, moon] = await someDesigns(api);
  const page = await phone.visit(paths.shop.path);
  network.set('cut');
  for (const { title } of [fox, moon]) {
    await page.getByRole('button', { name: `Add ${title} to cart` }).click();
  }
  await expect(page.getByRole('button', { name: /2 changes waiting/ })).toBeVisible();
  const bystander = await phone.bystander();
  await page.close();
  const [worker] = bystander.context().serviceWorkers();
  if (!worker) throw new Error('The phone has no worker');
  await noteBadge(worker);
  const shown = () => worker.evaluate(() => (self as unknown as { shown: number[] }).shown);

  await phone.wakeWorker(bystander);
  await expect.poll(shown).toContain(2);
  network.set('through');
  // The browser wakes it again for as long as it has to wait.
  await expect
    .poll(async () => {
      await phone.wakeWorker(bystander);
      return (await shown()).at(-1);
    })
    .toBe(0);
  expect(await serverCart(api, buyer)).toEqual([fox._id, moon._id]);
});
