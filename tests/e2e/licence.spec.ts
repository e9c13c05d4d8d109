import type { Page } from '@playwright/test';
import { formatUsd, priceToPay } from '#contract/money.ts';
import { paths, productPath } from '#contract/paths.ts';
import { changeDocuments, cutCall, holdCall } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

function cards(page: Page) {
  return page.getByRole('list', { name: 'Designs to license' }).getByRole('listitem');
}

function filters(page: Page) {
  return page.getByRole('complementary', { name: 'Filter the designs' });
}

test('explains who needs which licence', { tag: ['@B03'] }, async ({ page }) => {
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

test('keeps what was chosen while designs that the device had kept are renewed', async ({
  page,
}) => {
  await changeDocuments(page, (html) =>
    html.replace(
      '"name":"productsNewArrivals",',
      '"name":"productsNewArrivals","savedAt":"2026-03-01T10:00:00.000Z",',
    ),
  );
  const release = await holdCall(page, 'productsNewArrivals');
  const renewal = page.waitForResponse((response) => response.url().endsWith('/new-arrivals'));
  await page.goto(paths.licence.path);
  await filters(page).getByRole('slider', { name: 'Price' }).fill('30');
  const chosen = await cards(page).count();
  expect(chosen).toBeGreaterThan(0);
  release();
  await renewal;
  await expect(filters(page)).toContainText(`Up to ${formatUsd(30)}`);
  await expect(cards(page)).toHaveCount(chosen);
});

test('arranges the cards that are there and asks the shop for nothing', {
  tag: ['@N07'],
}, async ({ page, api }) => {
  const newest = (await api.products()).slice(0, 28);
  await page.goto(paths.licence.path);
  await expect(cards(page)).toHaveCount(newest.length);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/products')) asked.push(request.url());
  });

  const slider = filters(page).getByRole('slider', { name: 'Price' });
  await expect(slider).toHaveAttribute('min', '30');
  await expect(slider).toHaveAttribute('max', '500');
  await expect(slider).toHaveValue('500');
  const priceOf = ({ price, discountedPrice }: (typeof newest)[number]) =>
    priceToPay(price, discountedPrice);
  const cheap = newest.filter((product) => priceOf(product) <= 30);
  expect(cheap.length).toBeLessThan(newest.length);
  await slider.fill('30');
  await expect(cards(page)).toHaveCount(cheap.length);
  await expect(filters(page)).toContainText(`Up to ${formatUsd(30)}`);
  await slider.fill('500');
  await expect(cards(page)).toHaveCount(newest.length);

  const designer = filters(page)
    .getByRole('group', { name: 'Designer' })
    .getByRole('checkbox', { name: 'Juniper Moon' });
  await designer.check();
  await expect(cards(page)).toHaveCount(
    newest.filter((product) => product.designer.includes('Juniper Moon')).length,
  );
  await designer.uncheck();

  const category = newest[0]?.categories[0];
  const checkbox = filters(page)
    .getByRole('group', { name: 'Category' })
    .getByRole('checkbox', { name: category?.name ?? '' });
  await checkbox.check();
  await expect(cards(page)).toHaveCount(
    newest.filter((product) => product.categories.some(({ _id }) => _id === category?._id)).length,
  );
  await checkbox.uncheck();

  await page.getByLabel('Sort by').selectOption('price-high-low');
  const dearest = Math.max(...newest.map(priceOf));
  await expect(cards(page).first()).toContainText(formatUsd(dearest));
  expect(asked).toEqual([]);
});

test('leads from a card to the design', { tag: ['@N08'] }, async ({ page, api }) => {
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

test.describe('without any design', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('keeps its layout with placeholders that go to the shop', {
    tag: ['@N07', '@N08'],
  }, async ({ page }) => {
    await changeDocuments(page, (html) =>
      html.replace('"name":"productsNewArrivals"', '"name":"nothing"'),
    );
    await cutCall(page, 'productsNewArrivals');
    await page.goto(paths.licence.path);
    await expect(cards(page)).toHaveCount(6);
    await expect(filters(page).getByRole('slider', { name: 'Price' })).toBeDisabled();
    await expect(
      filters(page).getByRole('group', { name: 'Designer' }).getByRole('checkbox'),
    ).toHaveCount(2);
    await expect(page.getByLabel('Sort by')).toBeDisabled();
    await cards(page).first().getByRole('link', { name: 'BUY NOW' }).click();
    await expect(page).toHaveURL(paths.shop.path);
  });
});
