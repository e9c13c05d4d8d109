import { paths } from '#contract/shop/paths.ts';
import { practiceAccounts, practicePassword } from '#contract/shop/practice-accounts.ts';
import { storageMessages } from '#contract/shop/storage.ts';
import { test as base, expect, signIn } from '#tests/support/buying-test.ts';
import { addFromPage, serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import type { Buyer, ShopApi } from '#tests/support/shop-api.ts';
import { canMountDisk, runOnSmallDisk, type ShopOnSmallDisk } from '#tests/support/small-disk.ts';
import { drawnStudio } from '#tests/support/test-studio.ts';

/** These journeys' shop is on a disk that can be filled. */
const test = base.extend<object, { readonly disk: ShopOnSmallDisk }>({
  disk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const disk = await runOnSmallDisk(await drawnStudio(), '96m');
      await use(disk);
      await disk.shop.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: [async ({ disk }, use) => use(disk.shop), { scope: 'worker' }],
});

test.use({ expectedErrors: [/status of 507/] });

/** One of the demo studio's buyers; the database can't be reached from here to create one. */
async function practiceBuyer(api: ShopApi, { email }: { readonly email: string }): Promise<Buyer> {
  const { token, ...user } = await api.call('login', {
    body: { email, password: practicePassword },
  });
  return { email, password: practicePassword, token, user };
}

/** Fills the room left in the database's own log. */
async function fillDisk(disk: ShopOnSmallDisk, api: ShopApi, { token }: Buyer, productId: string) {
  disk.fill();
  for (let isFull = false; !isFull; ) {
    isFull = await api.call('wishlistAdd', { token, body: { productId } }).then(
      () => false,
      (error: Error) => error.message.includes('507'),
    );
  }
}

// Only where the system lets us mount a disk.
if (canMountDisk()) {
  test('keeps a design added while the shop is full, and sends it once there is room', async ({
    page,
    api,
    disk,
  }) => {
    const buyer = await practiceBuyer(api, practiceAccounts[0]);
    const other = await practiceBuyer(api, practiceAccounts[1]);
    const [fox, moon] = await someDesigns(api);
    await signIn(page, buyer);
    await fillDisk(disk, api, other, moon._id);

    await addFromPage(page, fox._id);
    const chip = page.getByRole('button', { name: 'Shop storage full · 1 change waiting' });
    await chip.click();
    const sheet = page.getByRole('dialog', { name: 'Changes' });
    await expect(sheet).toContainText(
      'The shop’s storage is full. Your change is saved and will be sent.',
    );
    await expect(sheet.getByRole('listitem')).toHaveText([
      new RegExp(`${fox.title}: add to cart.*Saved on this device until the shop has space again`),
    ]);
    expect(await serverCart(api, buyer)).toEqual([]);

    disk.free();
    await sheet.getByRole('button', { name: 'Try now' }).click();
    await expect(sheet).toContainText('Nothing is waiting.');
    expect(await serverCart(api, buyer)).toEqual([fox._id]);
  });

  test('a form keeps what was typed while the shop is full', async ({ page, api, disk }) => {
    const other = await practiceBuyer(api, practiceAccounts[1]);
    const [, moon] = await someDesigns(api);
    await page.goto(paths.signIn.path);
    await fillDisk(disk, api, other, moon._id);

    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Password', { exact: true }).fill(other.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

    await expect(page.getByText(storageMessages.full)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(other.email);
    disk.free();
  });
}
