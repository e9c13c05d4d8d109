import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import { sha256 } from '#tests/support/bought-bytes.ts';
import { buy, expect, signIn, test } from '#tests/support/buying-test.ts';

interface SharedFile {
  readonly name: string;
  readonly bytes: number[];
}

declare global {
  interface Window {
    /** Files shared through the share sheet. */
    shared?: SharedFile[];
    /** The next share requires a tap of its own first. */
    isTapWanted?: boolean;
  }
}

/** Simulates an app on an iPhone's home screen: no downloads, and a share sheet for files. */
async function asHomeScreenApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared: SharedFile[] = [];
    window.shared = shared;
    Object.defineProperties(navigator, {
      standalone: { value: true },
      canShare: { value: () => true },
      share: {
        value: async ({ files: [file] = [] }: ShareData) => {
          if (window.isTapWanted) {
            window.isTapWanted = false;
            throw new DOMException('Not by a tap', 'NotAllowedError');
          }
          if (file) shared.push({ name: file.name, bytes: [...(await file.bytes())] });
        },
      },
    });
  });
}

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

test('a stored file is saved from a home-screen app through the share sheet, offline too', async ({
  page,
  api,
  shop,
  studio,
}) => {
  const design = await studio.newDesign();
  const buyer = await api.newBuyer();
  const order = await buy(api, shop.url, buyer, design);
  const [file] = api.sql('SELECT sha256 FROM productFiles WHERE productId = ?', design._id);
  await asHomeScreenApp(page);
  await signIn(page, buyer);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.goto(`${paths.myOrders.path}?order=${order._id}`);
  await page.getByRole('switch', { name: `Keep on this device: ${design.title}` }).check();
  await expect(page.getByText(/^Keep on this device · /)).toBeVisible();
  await page.context().setOffline(true);

  const shared = async () =>
    (await page.evaluate(() => window.shared ?? [])).map(({ name, bytes }) => ({
      name,
      sha256: sha256(Buffer.from(bytes)),
    }));
  const whole = { name: order.items[0]?.fileName, sha256: file?.sha256 };
  await page.getByRole('button', { name: `Download Now: ${design.title}` }).click();
  await expect.poll(shared).toEqual([whole]);

  await page.evaluate(() => {
    window.isTapWanted = true;
  });
  await page.getByRole('button', { name: `Download Now: ${design.title}` }).click();
  await expect(
    page.getByRole('dialog').getByText('Press Save file to choose where to save it.'),
  ).toBeVisible();
  expect(await shared()).toEqual([whole]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Save file: ${design.title}` })
    .click();
  await expect.poll(shared).toEqual([whole, whole]);
  expect(saved).toEqual([]);
});
