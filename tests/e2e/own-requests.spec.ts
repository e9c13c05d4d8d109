import { ownRequestPath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import { logOut } from '#tests/support/buying-test.ts';
import { dumpStorage } from '#tests/support/dump-storage.ts';
import { expect, test } from '#tests/support/offline-test.ts';

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
const description = 'Whales in nightcaps';

test('a request that was sent is read without the shop, with its picture, until its buyer signs out', async ({
  phone,
}) => {
  test.slow();
  const buyer = await phone.api.newBuyer({ status: 'pending' });
  const page = await phone.visit('/', buyer);
  await page.getByRole('button', { name: 'REQUEST A CUSTOM' }).click();
  const form = page.getByRole('dialog', { name: 'Request a Custom Design' });
  await expect(form.getByLabel('Email')).toHaveValue(buyer.email);
  await form.getByLabel('Design type').selectOption('Exclusive');
  await form.getByLabel('Description').fill(description);
  await form
    .getByLabel('Reference images')
    .setInputFiles({ name: 'whale.png', mimeType: 'image/png', buffer: pixel });
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'See your request' }).click();

  const title = page.getByRole('heading', { level: 1, name: description });
  const picture = page.getByRole('button', { name: 'Enlarge Picture 1' }).locator('img');
  const pictureWidth = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect(title).toBeVisible();
  await expect.poll(pictureWidth).toBe(1);
  const path = new URL(page.url()).pathname;
  expect(path).toBe(ownRequestPath(path.split('/').at(-1) ?? ''));

  await phone.lose('killed');
  await phone.close();
  const again = await phone.reopen(path);
  await expect(again.getByRole('heading', { level: 1, name: description })).toBeVisible();
  await expect(again.getByText(/^Saved /).first()).toBeVisible();
  const saved = again.getByRole('button', { name: 'Enlarge Picture 1' }).locator('img');
  await expect.poll(() => saved.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await again.goto(phone.url + paths.myRequests.path);
  await expect(again.getByRole('link', { name: description })).toBeVisible();

  await phone.regain();
  await logOut(again);
  await expect
    .poll(async () => (await dumpStorage(again)).filter(({ text }) => text.includes(description)))
    .toEqual([]);
});
