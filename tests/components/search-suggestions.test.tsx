import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths, searchPath } from '#contract/shop/paths.ts';
import { openShop, resize, shownUrl, textsOf } from '#tests/support/open-shop.tsx';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const header = page.getByRole('banner');
const box = header.getByRole('searchbox');
const links = () => [...document.querySelectorAll('[data-suggestions] a')];

const open = () => openShop({ path: paths.shop.path, products });

async function type(text: string): Promise<void> {
  await box.click();
  await userEvent.keyboard(text);
}

test('suggests designs, searches and categories while typing (C07)', async () => {
  const shop = await open();
  const [category] = shop.ask('filterOptions').categories;
  if (!category) throw new Error('The catalogue has no category');
  const typed = category.name.slice(0, 3);
  await type(typed);
  const suggested = shop.ask('productsSuggest', { query: typed });
  expect(suggested.products.length).toBeGreaterThan(0);
  expect(suggested.words.length).toBeGreaterThan(0);
  for (const { title } of suggested.products) {
    await expect
      .poll(() =>
        links()
          .map((link) => link.textContent)
          .join(),
      )
      .toContain(title);
  }
  const announced = page
    .getByRole('status')
    .filter({ hasText: /suggestions\. Use the arrow keys/ });
  await expect.element(announced).toBeInTheDocument();
  await header.getByRole('link', { name: category.name }).click();
  await expect.poll(shownUrl).toBe(`${paths.shop.path}?category=${category._id}`);
  await expect.poll(links).toEqual([]);
  await expect.element(box).toHaveValue('');
});

test('shows the title of a reduced design in whole words on a phone (C07)', async () => {
  await resize(320, 640);
  const reduced = {
    title: 'A moonlit mushroom meadow',
    price: 12_345.5,
    discountedPrice: 10_999.25,
  };
  const designs = products.map((product) => ({ ...product, ...reduced }));
  await openShop({ path: paths.home.path, products: designs });
  await page.getByRole('searchbox', { name: 'Search all designs' }).click();
  await userEvent.keyboard('meadow');
  const isDesign = (link: Element) => link.textContent?.includes(reduced.title);
  await expect.poll(() => links().filter(isDesign)).not.toEqual([]);
  for (const link of links().filter(isDesign)) {
    expect(link.getBoundingClientRect().height).toBeLessThanOrEqual(80);
  }
});

test('opens right below the box of the home page at every width (C07)', async () => {
  await openShop({ path: paths.home.path, products });
  const search = page.getByRole('searchbox', { name: 'Search all designs' });
  await search.click();
  await userEvent.keyboard('moo');
  await expect.poll(links).not.toEqual([]);
  for (const width of [360, 384, 400, 864, 880, 1024]) {
    await resize(width, 780);
    const { top } = links()[0]?.closest('[data-suggestions]')?.getBoundingClientRect() ?? {};
    const { bottom } = search.element().getBoundingClientRect();
    expect((top ?? 0) - bottom, `at ${width} px`).toBeLessThan(10);
  }
});

test('can be used with the keyboard alone', async () => {
  const shop = await open();
  await type('moo');
  await expect.poll(links).not.toEqual([]);
  const focused = () => links().indexOf(document.activeElement ?? document.body);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focused).toBe(0);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toBe(links().length - 1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(links).toEqual([]);
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue('moo');

  // Typing opens them again; Tab leaves them.
  await userEvent.keyboard('{Backspace}');
  const [word] = shop.ask('productsSuggest', { query: 'mo' }).words;
  await expect.poll(() => links()[0]?.textContent).toContain(word?.text);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focused).toBe(0);
  await userEvent.keyboard('{Enter}');
  await expect.poll(shownUrl).toBe(searchPath(word?.text ?? ''));
});

test('keeps the suggestion that has the focus when others come', async () => {
  const shop = await open();
  await type('mo');
  await expect.poll(links).not.toEqual([]);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  shop.handlers.productsSuggest = async () => {
    asked.resolve();
    await released.promise;
    return { words: [{ text: 'something else', count: 1 }], products: [], categories: [] };
  };
  await userEvent.keyboard('o');
  await asked.promise;
  await userEvent.keyboard('{ArrowDown}');
  const [first] = links();
  await expect.poll(() => document.activeElement).toBe(first);
  released.resolve();
  // A later answer is there: so was this one.
  await shop.fetch('/api/products/filter-options');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(box).toHaveFocus();
  await expect
    .poll(() => links().map((link) => link.textContent))
    .toEqual([expect.stringMatching(/^something else/)]);
});

test('offers designs without an unknown word, and a custom request (H05)', async () => {
  const text = 'Daisy daqxyzeppelin';
  const shop = await openShop({ path: searchPath(text), products });
  const { products: close, exact } = shop.ask('productsSearch', { query: text });
  expect(exact).toBe(0);
  const other = page.getByRole('region', { name: 'Close, without daqxyzeppelin' });
  await expect.element(other.getByRole('article')).toHaveLength(close.length);
  expect(close.length).toBeGreaterThan(0);
  await expect.element(page.getByRole('heading', { name: 'Not in the shop yet?' })).toBeVisible();
});

test('asks whether a corrected word was meant before it shows designs without that word (H05)', async () => {
  await openShop({ path: searchPath('paqxde fox'), products });
  const regions = page.getByRole('region', { name: 'Results' }).getByRole('region');
  await expect.poll(() => regions.elements().length).toBeGreaterThan(2);
  const names = regions
    .elements()
    .map((each) => each.getAttribute('aria-label') ?? each.querySelector('h3')?.textContent);
  expect(names).toEqual([
    'Designs for parade fox',
    'Close, without paqxde',
    'Not in the shop yet?',
  ]);
});

test('asks whether a corrected word was meant (H05)', async () => {
  await openShop({ path: searchPath('paqxde'), products });
  const other = page.getByRole('region', { name: 'Designs for parade' });
  await expect
    .element(other.getByRole('heading').first())
    .toMatchTextContent(/^Did you mean parade\?/);
  await other.getByRole('link', { name: 'parade' }).click();
  await expect.poll(shownUrl).toBe(searchPath('parade'));
  const found = page.getByRole('region', { name: 'Results' }).getByRole('article');
  await expect.poll(() => textsOf(found)).not.toEqual([]);
});
