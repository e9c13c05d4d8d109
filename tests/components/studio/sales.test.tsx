import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ShopSale } from '#contract/studio/shop-sales.ts';
import { Refusal } from '#tests/support/calls-at-fetch.ts';
import { newId } from '#tests/support/new-id.ts';
import { openStudio } from '#tests/support/open-studio.tsx';
import { toastOf } from '#tests/support/shown-toasts.ts';
import { expectSoundScreen } from '#tests/support/sound-screen.ts';

const row = page.getByRole('row').filter({ hasText: 'Winter sale' });
const would = 'Lowers 31 of 44 designs in the shop. 13 are free or as cheap already.';
const preview = page.getByRole('button', { name: 'Preview' });

/** A studio that plans sales, of which the first look finds nothing chosen. */
function openSales(sales: ShopSale[]) {
  return openStudio({
    path: '/coupons',
    prepare({ handlers }) {
      handlers.shopSales = () => ({ items: sales, total: sales.length, totalPages: 1 });
      handlers.previewShopSale = () => ({ message: would });
      handlers.createShopSale = ({ body: { isForAll, collectionIds: _, skus, ...sale } }) => {
        const designs = isForAll ? null : skus.length;
        sales.unshift({ ...sale, id: newId(), designs, state: 'running' });
        return { message: `${sale.name} begins.` };
      };
      handlers.endShopSale = () => {
        Object.assign(sales[0] ?? {}, { state: 'ended' });
        return { message: 'Sale ended.' };
      };
    },
  });
}

test('a sale is planned once what is wrong with it is corrected, and ended', async () => {
  const unknown = 'No design has the SKU NOTHING-1.';
  const studio = openSales([]);
  const { previewShopSale } = studio.handlers;
  studio.handlers.previewShopSale = () => {
    throw new Refusal('INVALID', { message: unknown, fields: { skus: unknown } });
  };
  await page.getByRole('link', { name: 'Sales' }).click();
  await page.getByRole('button', { name: 'New sale' }).click();
  await page.getByLabelText('Name').fill('Winter sale');
  const percent = page.getByLabelText('Percent off');
  await percent.fill('100');
  await expect.element(page.getByText('Enter a whole number from 1 to 99.')).toBeVisible();
  await percent.fill('20');
  await page.getByLabelText('First day').fill('2026-12-01');
  await page.getByLabelText('Last day').fill('2026-11-30');
  await expect.element(page.getByText('The last day can’t be before the first.')).toBeVisible();
  await page.getByLabelText('Last day').fill('2026-12-06');
  await page.getByText('Some designs').click();
  const skus = page.getByLabelText('Designs, by SKU');
  await skus.fill('NOTHING-1');
  await preview.click();
  await expect.element(page.getByText(unknown).first()).toBeVisible();
  await expectSoundScreen();

  if (previewShopSale) studio.handlers.previewShopSale = previewShopSale;
  await skus.fill('FOX-1, MOON-1');
  await preview.click();
  await expect.element(page.getByText(would)).toBeVisible();
  await page.getByRole('button', { name: 'Plan the sale' }).click();
  await expect.element(toastOf('Winter sale begins.')).toBeVisible();
  await expect.element(row).toMatchTextContent('20% off');
  await expect.element(row).toMatchTextContent('1 Dec 2026 to 6 Dec 2026');
  await expectSoundScreen();

  await row.getByRole('button', { name: 'End now: Winter sale' }).click();
  await page.getByRole('button', { name: 'End now', exact: true }).last().click();
  await expect.element(row).toMatchTextContent('Ended');
  await expect.element(row.getByRole('button')).toHaveLength(0);
});
