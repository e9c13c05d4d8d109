import type { Page } from '@playwright/test';
import { productPath } from '#contract/shop/paths.ts';
import { discountPercent, formatUsd, isDiscounted, priceToPay } from '#contract/wire/money.ts';
import { changeAnswer, holdCall, watchCalls } from '#tests/support/page-calls.ts';
import { expect, test } from '#tests/support/shop-test.ts';

/** Opens the shop from another screen, so that its answers are requested instead of embedded in the HTML. */
async function enterShop(page: Page): Promise<void> {
  await page.goto('/terms-conditions');
  await page.getByRole('banner').getByRole('link', { name: 'SHOP' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop all designs');
}

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const cards = (page: Page) => results(page).getByRole('article');
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filter by' });
const sortMenu = (page: Page) => page.getByLabel('Sort by');

test('shows eight paper cards until the designs arrive, and prices of 0 to 100', {
  tag: ['@F06', '@U02'],
}, async ({ page, api }) => {
  const { priceRange } = await api.call('filterOptions');
  const release = await holdCall(page, 'products');
  const releaseOptions = await holdCall(page, 'filterOptions');
  await enterShop(page);
  const paper = page.getByRole('img', { name: 'Loading designs' });
  await expect(paper.locator('[data-skeleton]')).toHaveCount(8);
  await expect(cards(page)).toHaveCount(0);
  await expect(filters(page).getByRole('textbox', { name: 'From' })).toHaveValue('0');
  await expect(filters(page).getByRole('textbox', { name: 'To' })).toHaveValue('100');

  releaseOptions();
  await expect(filters(page).getByRole('textbox', { name: 'To' })).toHaveValue(
    String(Math.ceil(priceRange.maxPrice)),
  );
  release();
  await expect(cards(page)).toHaveCount(28);
  await expect(paper).toHaveCount(0);
});

test('requests all designs until the first change, and a filtered page from then on', {
  tag: ['@F05', '@F12', '@F13', '@S03', '@U01'],
}, async ({ page, api }) => {
  const designs = await api.products();
  const asked = watchCalls(page, 'products');
  const filtered = watchCalls(page, 'productsFilter');
  await page.goto('/shop');
  await expect(cards(page)).toHaveCount(28);
  await expect.poll(() => asked.length).toBe(1);
  expect([...(asked[0] ?? [])], 'page and limit are not sent').toEqual([]);

  const pager = page.getByRole('navigation', { name: 'Pages' });
  await pager.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/shop?page=2');
  await expect(cards(page).getByRole('heading')).toHaveText(
    designs.slice(28).map(({ title }) => title),
  );
  await expect(pager.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(filtered, 'turning the page changes nothing').toEqual([]);

  await sortMenu(page).selectOption('a-z');
  await expect(page).toHaveURL('/shop?sort=a-z');
  const sorted = await api.call('productsFilter', { query: { sort: 'a-z', limit: '28' } });
  await expect(cards(page).getByRole('heading')).toHaveText(
    sorted.products.map(({ title }) => title),
  );
  expect(filtered.map((query) => Object.fromEntries(query))).toEqual([
    { page: '1', limit: '28', sort: 'a-z' },
  ]);

  await page.goBack();
  await expect(page).toHaveURL('/shop?page=2');
  await expect(cards(page)).toHaveCount(designs.length - 28);
});

test('the shop is sorted and filtered', async ({ page, api }) => {
  await test.step('sorts in six ways (F03)', async () => {
    await page.goto('/shop');
    await expect(cards(page)).toHaveCount(28);
    const options = await sortMenu(page)
      .getByRole('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    expect(options).toEqual(['newest', 'oldest', 'price-low-high', 'price-high-low', 'a-z', 'z-a']);
    for (const sort of ['oldest', 'price-low-high', 'price-high-low', 'z-a']) {
      await sortMenu(page).selectOption(sort);
      await expect(page).toHaveURL(`/shop?sort=${sort}`);
      const { products } = await api.call('productsFilter', { query: { sort, limit: '28' } });
      await expect(cards(page).getByRole('heading')).toHaveText(products.map(({ title }) => title));
    }
  });

  await test.step('filters by category, designer and price, from page 1 on, and clears the filters (F01, F02, F11)', async () => {
    const { categories, designers } = await api.call('filterOptions');
    await page.goto('/shop?page=2');
    const panel = filters(page);
    await expect(panel).toBeVisible();
    await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden();
    await expect(panel.getByRole('group', { name: 'Category' }).getByRole('checkbox')).toHaveCount(
      categories.length,
    );
    await expect(panel.getByRole('group', { name: 'Designer' }).getByRole('checkbox')).toHaveCount(
      designers.length,
    );
    await expect(panel.getByRole('group', { name: 'Price' }).getByRole('slider')).toHaveCount(2);

    const category = categories[0] ?? { _id: '', name: '' };
    await panel.getByRole('checkbox', { name: category.name }).check();
    await expect(page).toHaveURL(`/shop?category=${category._id}&sort=newest`);
    const expected = await api.call('productsFilter', {
      query: { category: category._id, limit: '28' },
    });
    await expect(cards(page).getByRole('heading')).toHaveText(
      expected.products.map(({ title }) => title),
    );

    const designer = designers[0] ?? '';
    await panel.getByRole('checkbox', { name: designer }).check();
    const both = await api.call('productsFilter', {
      query: { category: category._id, designer, limit: '28' },
    });
    await expect(results(page).getByRole('status')).toHaveText(
      `${both.total} ${both.total === 1 ? 'design' : 'designs'}`,
    );

    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/shop?sort=newest');
    await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(cards(page)).toHaveCount(28);

    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(cards(page).last()).toBeInViewport();
    await expect(panel).toBeInViewport();
  });

  await test.step('sends each price limit under its own rule (F11, Q14)', async () => {
    const { priceRange } = await api.call('filterOptions');
    const highest = Math.ceil(priceRange.maxPrice);
    const filtered = watchCalls(page, 'productsFilter');
    await page.goto('/shop?page=2');
    const from = filters(page).getByRole('textbox', { name: 'From' });
    const to = filters(page).getByRole('textbox', { name: 'To' });
    const lastPrices = () => {
      const query = filtered.at(-1);
      return { min: query?.get('minPrice') ?? null, max: query?.get('maxPrice') ?? null };
    };

    // Two pages are left, and the first of them is shown.
    await to.fill(String(highest - 1));
    await to.press('Enter');
    await expect(page).toHaveURL(`/shop?maxPrice=${highest - 1}&sort=newest`);
    await expect(results(page).getByRole('status')).toHaveText(/page 1 of 2$/);

    await to.fill('9');
    await to.press('Enter');
    await expect(page).toHaveURL('/shop?maxPrice=9&sort=newest');
    await expect.poll(lastPrices).toEqual({ min: null, max: '9' });
    // The previous cards may stay until the answer comes.
    const maxShown = async () => {
      const texts = await cards(page).allTextContents();
      return Math.max(...texts.map((text) => Number(text.match(/\$(\d+\.\d\d)/)?.[1])));
    };
    await expect(cards(page)).not.toHaveCount(0);
    await expect.poll(maxShown).toBeLessThanOrEqual(9);

    await from.fill('6.5');
    await from.press('Enter');
    await expect.poll(lastPrices).toEqual({ min: '6.5', max: '9' });

    // At or above the overall maximum there is no upper bound.
    await to.fill(String(highest + 50));
    await to.press('Enter');
    await expect(to).toHaveValue(String(highest));
    await expect.poll(lastPrices).toEqual({ min: '6.5', max: null });

    await from.fill('0');
    await from.press('Enter');
    await expect(page).toHaveURL('/shop?sort=newest');
    await expect.poll(lastPrices).toEqual({ min: null, max: null });
  });

  await test.step('says so when nothing matches (F07)', async () => {
    await page.goto('/shop?designer=Nobody&sort=newest');
    await expect(results(page).getByRole('heading', { name: 'No products found.' })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    await expect(sortMenu(page)).toHaveCount(0);
    await results(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(cards(page)).toHaveCount(28);
    await expect(sortMenu(page)).toBeVisible();
  });
});

test('shows what the URL says after a reload and with a shared link', {
  tag: ['@F13'],
}, async ({ page, api }) => {
  const { designers } = await api.call('filterOptions');
  const designer = designers[1] ?? '';
  const asked = watchCalls(page, 'products');
  await page.goto(`/shop?designer=${encodeURIComponent(designer)}&sort=z-a`);
  const { products } = await api.call('productsFilter', {
    query: { designer, sort: 'z-a', limit: '28' },
  });
  const titles = products.map(({ title }) => title);
  await expect(cards(page).getByRole('heading')).toHaveText(titles);
  await expect(filters(page).getByRole('checkbox', { name: designer })).toBeChecked();
  await expect(sortMenu(page)).toHaveValue('z-a');
  await page.reload();
  await expect(cards(page).getByRole('heading')).toHaveText(titles);
  expect(asked, 'a URL that carries a filter counts as changed').toEqual([]);
});

test('shows prices with two decimals, and a discount only if there is one', {
  tag: ['@F08', '@F10', '@P20', '@U07', '@U08'],
}, async ({ page, api }) => {
  const prices = [
    { price: 10, discountedPrice: 7.5 },
    { price: 10, discountedPrice: 10 },
    { price: 10, discountedPrice: 12 },
    { price: 3, discountedPrice: 2 },
    { price: 8.4, discountedPrice: 0 },
    { price: 12, discountedPrice: null },
  ];
  await changeAnswer(page, 'products', (answer) => ({
    ...answer,
    products: answer.products.map((product, place) => ({ ...product, ...prices[place] })),
  }));
  const designs = await api.products();
  await enterShop(page);
  await expect(cards(page)).toHaveCount(28);
  for (const [place, { price, discountedPrice }] of prices.entries()) {
    const card = cards(page).nth(place);
    await expect(card).toContainText(formatUsd(priceToPay(price, discountedPrice)));
    await expect(card.locator('s')).toHaveCount(isDiscounted(price, discountedPrice) ? 1 : 0);
  }
  await expect(cards(page).nth(0)).toContainText('$7.50Before: $10.0025% off');
  await expect(cards(page).nth(3)).toContainText('$2.00Before: $3.0033% off');
  await expect(cards(page).nth(4)).toContainText('$0.00Before: $8.40100% off');
  await expect(cards(page).getByText('% off')).toHaveCount(
    prices.filter((each) => discountPercent(each.price, each.discountedPrice) > 0).length +
      designs
        .slice(prices.length, 28)
        .filter((each) => isDiscounted(each.price, each.discountedPrice)).length,
  );

  const [first] = designs;
  const link = cards(page)
    .first()
    .getByRole('link', { name: first?.title ?? '' });
  await expect(link).toHaveAttribute('href', productPath(first?._id ?? ''));
  await link.click();
  await expect(page).toHaveURL(productPath(first?._id ?? ''));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
});

test('the shop fits every width, with the filters in a drawer on a phone', async ({
  page,
  api,
}) => {
  await test.step('shows one to four cards per row (F02, F04)', async () => {
    const { categories } = await api.call('filterOptions');
    await page.goto('/shop');
    for (const [width, columns] of [
      [300, 1],
      [360, 2],
      [600, 2],
      [900, 3],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(cards(page)).toHaveCount(28);
      const lefts = await cards(page).evaluateAll((all) =>
        all.map((card) => Math.round(card.getBoundingClientRect().left)),
      );
      expect(new Set(lefts).size, `columns at ${width} px`).toBe(columns);
    }

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(filters(page)).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('checkbox', { name: categories[0]?.name ?? '' }).check();
    await expect(page).toHaveURL(`/shop?category=${categories[0]?._id}&sort=newest`);
    await drawer.getByRole('button', { name: /^Show \d+ designs?$/ }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filters' })).toHaveAccessibleName(/1 active$/);
  });

  await test.step('applies a price chosen just before the drawer is closed', async () => {
    const { priceRange } = await api.call('filterOptions');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/shop');
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    const lowest = drawer.getByRole('slider', { name: 'Lowest price' });
    await expect(lowest).toBeVisible();
    // In one go: both within the debounce of a held key.
    await lowest.evaluate((slider: HTMLInputElement) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      value?.set?.call(slider, String(Number(slider.min) + 2));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      slider.dispatchEvent(new Event('change', { bubbles: true }));
      const show = [...document.querySelectorAll('button')].find((button) =>
        button.textContent?.startsWith('Show '),
      );
      show?.click();
    });
    await expect(drawer).toBeHidden();
    const from = Math.floor(priceRange.minPrice) + 2;
    await expect(page).toHaveURL(`/shop?minPrice=${from}&sort=newest`);
  });
});

test('shortens the pager according to the rules', {
  tag: ['@F05', '@U03', '@U04', '@U05', '@U06'],
}, async ({ page }) => {
  let totalPages = 7;
  // A catalogue of many pages, each with the first page's designs.
  await page.route(
    (url) => url.pathname === '/api/products/search',
    async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('page', '1');
      const response = await route.fetch({ url: url.href });
      await route.fulfill({ response, json: { ...(await response.json()), totalPages } });
    },
  );
  await page.goto('/search-product');
  const box = page.getByRole('banner').getByRole('searchbox');
  const steps = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('listitem')
    .filter({ hasText: /./ });
  const turnTo = async (number: number) => {
    await page.getByRole('link', { name: `Page ${number}`, exact: true }).click();
    await expect(page.getByRole('link', { name: `Page ${number}`, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  };

  await box.fill('pattern');
  await expect(steps).toHaveText(['1', '2', '3', '4', '5', '6', '7']);

  totalPages = 20;
  await box.fill('seamless');
  await expect(steps).toHaveText(['1', '2', '3', '4', '5', '…', '20']);
  await turnTo(4);
  await expect(steps).toHaveText(['1', '2', '3', '4', '5', '…', '20']);
  await turnTo(5);
  await expect(steps).toHaveText(['1', '…', '4', '5', '6', '…', '20']);
  await turnTo(20);
  await expect(steps).toHaveText(['1', '…', '16', '17', '18', '19', '20']);
  await turnTo(17);
  await expect(steps).toHaveText(['1', '…', '16', '17', '18', '19', '20']);
  await turnTo(16);
  await expect(steps).toHaveText(['1', '…', '15', '16', '17', '…', '20']);
});
