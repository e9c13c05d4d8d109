import type { Page } from '@playwright/test';
import { paths, productPath } from '#contract/shop/paths.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { changeDocuments, cutCall, holdCall } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

function cards(page: Page) {
  return page.getByRole('list', { name: 'Designs to license' }).getByRole('listitem');
}

function filters(page: Page) {
  return page.getByRole('complementary', { name: 'Filter the designs' });
}

test('explains the licences, and lists the designs to license', async ({ page, api }) => {
  await test.step('explains who needs which licence (B03)', async () => {
    await page.goto(paths.licence.path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Licences');
    for (const [kind, needs] of [
      ['Small handmade shop', 'No extra licence'],
      ['Fabric shop', 'A single-file licence at purchase'],
      ['Wholesale and print-on-demand', 'A single-file licence for every 100 items sold'],
      ['Yearly licence', 'Renewed before the year ends'],
    ] as const) {
      const card = main.getByRole('listitem').filter({
        has: page.getByRole('heading', { name: kind, exact: true }),
      });
      await expect(card).toContainText(needs);
    }
  });

  await test.step('filters, sorts and pages the whole catalogue, at its actual prices (N07)', async () => {
    const { priceRange, categories } = await api.call('filterOptions');
    const ask = (query: Record<string, string>) =>
      api.call('productsFilter', { query: { limit: '28', sort: 'newest', ...query } });
    const expectCards = async (query: Record<string, string>) => {
      const { products, total } = await ask(query);
      await expect(cards(page).getByRole('heading')).toHaveText(products.map(({ title }) => title));
      await expect(page.getByText(`${total} ${total === 1 ? 'design' : 'designs'}`)).toBeVisible();
    };
    await expectCards({});

    const slider = filters(page).getByRole('slider', { name: 'Price' });
    const lowest = Math.floor(priceRange.minPrice);
    const highest = Math.ceil(priceRange.maxPrice);
    await expect(slider).toHaveAttribute('min', String(lowest));
    await expect(slider).toHaveAttribute('max', String(highest));
    await expect(slider).toHaveValue(String(highest));
    await expect(filters(page)).toContainText('Any price');
    const middle = lowest + 1;
    await slider.fill(String(middle));
    await expect(page).toHaveURL(`${paths.licence.path}?maxPrice=${middle}&sort=newest`);
    await expect(filters(page)).toContainText(`Up to ${formatUsd(middle)}`);
    await expectCards({ maxPrice: String(middle) });
    await page.reload();
    await expect(slider).toHaveValue(String(middle));
    await expectCards({ maxPrice: String(middle) });
    await slider.fill(String(highest));
    await expectCards({});

    // A design that isn't among the newest 28.
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Page 2' }).click();
    await expectCards({ page: '2' });
    const designs = await api.products();
    const inCategory = (_id: string) =>
      designs.filter((design) => design.categories.some((category) => category._id === _id));
    const older = designs.slice(28).map(({ _id }) => _id);
    const category = categories.find(({ _id }) => {
      const found = inCategory(_id);
      return found.length <= 28 && found.some((design) => older.includes(design._id));
    });
    const checkbox = filters(page)
      .getByRole('group', { name: 'Category' })
      .getByRole('checkbox', { name: category?.name ?? '' });
    await checkbox.check();
    await expectCards({ category: category?._id ?? '' });
    await expect(cards(page)).toHaveCount(inCategory(category?._id ?? '').length);
    await checkbox.uncheck();

    const designer = filters(page)
      .getByRole('group', { name: 'Designer' })
      .getByRole('checkbox', { name: 'Juniper Moon' });
    await designer.check();
    await expectCards({ designer: 'Juniper Moon' });
    await page.getByLabel('Sort by').selectOption('price-high-low');
    await expectCards({ designer: 'Juniper Moon', sort: 'price-high-low' });

    await page.goto(`${paths.licence.path}?category=${'0'.repeat(24)}&sort=newest`);
    const showAll = page.getByRole('button', { name: 'Show all designs' });
    await expect(showAll).toBeVisible();
    await expect(page.getByLabel('Sort by')).toHaveCount(0);
    await showAll.click();
    await expectCards({});
  });

  await test.step('links a card to its design (N08)', async () => {
    const [newest] = await api.products();
    await page.goto(paths.licence.path);
    const card = cards(page).first();
    await expect(card.getByRole('heading')).toHaveText(newest?.title ?? '');
    await expect(cards(page).getByRole('link', { name: /^BUY NOW/ })).toHaveCount(
      await cards(page).count(),
    );
    await card.getByRole('link', { name: 'BUY NOW' }).click();
    await expect(page).toHaveURL(productPath(newest?._id ?? ''));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(newest?.title ?? '');
  });
});

test('keeps the chosen filters while saved designs are refreshed', async ({ page }) => {
  await changeDocuments(page, (html) =>
    html.replace(
      '"name":"productsFilter",',
      '"name":"productsFilter","savedAt":"2026-03-01T10:00:00.000Z",',
    ),
  );
  const release = await holdCall(page, 'productsFilter');
  const renewal = page.waitForResponse((response) => response.url().includes('/products/filter'));
  await page.goto(`${paths.licence.path}?maxPrice=6&sort=newest`);
  await expect(cards(page)).not.toHaveCount(0);
  const chosen = await cards(page).count();
  release();
  await renewal;
  await expect(filters(page)).toContainText(`Up to ${formatUsd(6)}`);
  await expect(cards(page)).toHaveCount(chosen);
});

test.describe('without any design', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('keeps its layout and the chosen filters, and can be asked again', async ({ page }) => {
    await test.step('keeps the chosen filters if a request fails, and retries', async () => {
      await page.goto(paths.licence.path);
      await expect(cards(page)).not.toHaveCount(0);
      const restore = await cutCall(page, 'productsFilter');
      const designer = filters(page)
        .getByRole('group', { name: 'Designer' })
        .getByRole('checkbox', { name: 'Juniper Moon' });
      await designer.check();
      await expect(page.getByRole('heading', { name: 'Couldn’t load designs' })).toBeVisible();
      await expect(designer).toBeEnabled();
      await expect(designer).toBeChecked();
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(cards(page).first()).toBeVisible();
      await expect(designer).toBeChecked();

      await cutCall(page, 'productsFilter');
      await page.getByLabel('Sort by').selectOption('price-high-low');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(designer).not.toBeChecked();
    });
    await page.unrouteAll();

    await test.step('keeps its layout with placeholders that link to the shop (N07, N08)', async () => {
      await changeDocuments(page, (html) =>
        html.replace('"name":"productsFilter"', '"name":"nothing"'),
      );
      await cutCall(page, 'productsFilter');
      await page.goto(paths.licence.path);
      await expect(cards(page)).toHaveCount(6);
      const slider = filters(page).getByRole('slider', { name: 'Price' });
      await expect(slider).toBeDisabled();
      await expect(slider).toHaveAttribute('min', '30');
      await expect(slider).toHaveAttribute('max', '500');
      await expect(slider).toHaveValue('500');
      await expect(filters(page)).toContainText(/\$30.*\$500/);
      await expect(
        filters(page).getByRole('group', { name: 'Designer' }).getByRole('checkbox'),
      ).toHaveCount(2);
      await expect(page.getByLabel('Sort by')).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
      await cards(page).first().getByRole('link', { name: 'BUY NOW' }).click();
      await expect(page).toHaveURL(paths.shop.path);
    });
  });
});
