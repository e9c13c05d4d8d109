import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openShop, shownUrl } from '#tests/support/open-shop.tsx';
import { smallCatalogue as products } from '#tests/support/small-catalogue.ts';

const box = page.getByRole('banner').getByRole('searchbox');
const results = page.getByRole('region', { name: 'Results' });
const cards = results.getByRole('article');
const sortMenu = page.getByLabelText('Sort by');
const paper = page.getByRole('img', { name: 'Loading designs' });
const nothingTyped = page.getByRole('heading', { name: 'What are you looking for?' });
const nothingFound = results.getByRole('heading', { name: 'No products found.' });

const titles = () =>
  [...results.element().querySelectorAll('article h3')].map((title) => title.textContent);
const titlesOf = (designs: { readonly products: readonly { readonly title: string }[] }) =>
  designs.products.map(({ title }) => title);

/**
 * Time passes only when it is advanced, until the returned function is called. While a locator's action or a poll waits,
 * Vitest advances it as well; `userEvent.keyboard` doesn't.
 */
function stopTime(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const goOn = () => {
    vi.useRealTimers();
  };
  onTestFinished(goOn);
  return goOn;
}

/** Waits until what has changed so far has been drawn, and asked for. */
const drawn = () => new Promise(requestAnimationFrame);

test('waits for a pause of 300 ms in typing (H01, H02, U15)', async () => {
  const shop = await openShop({ path: '/search-product', products });
  await expect.element(nothingTyped).toBeVisible();
  await expect.element(sortMenu).toHaveLength(0);
  await box.click();
  const goOn = stopTime();

  await userEvent.keyboard('  ');
  vi.advanceTimersByTime(1000);
  await userEvent.keyboard('mo');
  vi.advanceTimersByTime(299);
  await userEvent.keyboard('on');
  vi.advanceTimersByTime(299);
  await drawn();
  expect(shownUrl()).toBe('/search-product');
  expect(shop.queriesOf('productsSearch')).toEqual([]);

  vi.advanceTimersByTime(1);
  await expect.poll(shownUrl).toBe('/search-product?query=moon');
  // From here on in real time: it renders what is out of view a frame later.
  goOn();
  const found = titlesOf(shop.ask('productsSearch', { query: 'moon', limit: '10' }));
  await expect.poll(titles).toEqual(found);
  expect(shop.queriesOf('productsSearch').map(({ query }) => query)).toEqual(['moon']);

  // Emptied, it requests nothing.
  await box.fill('');
  await expect.poll(shownUrl).toBe('/search-product');
  await expect.element(nothingTyped).toBeVisible();
  expect(shop.queriesOf('productsSearch')).toHaveLength(1);
});

test('shows ten paper cards until the designs arrive, then ten designs a page, in any order (H03, H04, U01)', async () => {
  const shop = await openShop({ path: '/search-product', products });
  const release = shop.hold('productsSearch');
  // Every second design is by her, so this finds more than a page.
  const query = 'Clementine';
  await box.fill(query);
  await expect.element(paper).toBeVisible();
  expect(paper.element().querySelectorAll('[data-skeleton]')).toHaveLength(10);
  release();
  await expect.element(cards).toHaveLength(10);
  await expect.element(paper).toHaveLength(0);

  // Best match is the search's own order; the six specified ones are the others.
  expect(sortMenu.element().querySelector('option:checked')?.textContent).toBe('Best match');
  await userEvent.selectOptions(sortMenu, 'a-z');
  const asked = { query, sort: 'a-z', limit: '10' };
  await expect.poll(titles).toEqual(titlesOf(shop.ask('productsSearch', asked)));
  await page.getByRole('link', { name: 'Page 2' }).click();
  const second = shop.ask('productsSearch', { ...asked, page: '2' });
  await expect.poll(titles).toEqual(titlesOf(second));
});

test('shows designs that lack a word below the others, and says which', async () => {
  const kept = products.slice(0, 3).map((product, place) => ({
    ...product,
    title: ['Sleepy fox', 'Fox run', 'Sleepy owl'][place] ?? '',
    description: '',
  }));
  await openShop({ path: '/search-product?query=sleepy+fox+fabric', products: kept });
  await expect.poll(titles).toEqual(['Sleepy fox', 'Fox run', 'Sleepy owl']);
  await expect.element(results.getByText('1 design · 2 close')).toBeVisible();
  const without = (word: string) => results.getByRole('region', { name: `Close, without ${word}` });
  await expect.element(without('sleepy').getByRole('article')).toHaveLength(1);
  await expect.element(without('fox').getByRole('heading', { name: 'Sleepy owl' })).toBeVisible();
  const lines = results.getByRole('heading', { level: 3, name: /^Close, without / });
  await expect.element(lines).toHaveLength(2);
  await expect.element(nothingFound).toHaveLength(0);
});

test('names every word that close designs lack', async () => {
  const kept = products
    .slice(0, 1)
    .map((product) => ({ ...product, title: 'Whale', description: '' }));
  await openShop({ path: '/search-product?query=zebra+quokka+wombat+whale', products: kept });
  await expect.element(results.getByText('No exact match · 1 close')).toBeVisible();
  const name = 'Close, without zebra, quokka, and wombat';
  await expect.element(results.getByRole('heading', { name })).toBeVisible();
});

test('says so when nothing matches (H05)', async () => {
  await openShop({ path: '/search-product?query=zeppelinquartz', products });
  await expect.element(nothingFound).toBeVisible();
  await expect.element(box).toHaveValue('zeppelinquartz');
  await expect.element(sortMenu).toHaveLength(0);
  await results.getByRole('link', { name: 'See all designs' }).click();
  await expect.poll(shownUrl).toBe('/shop');
});

test('requests the best sellers by ten, with as many paper cards until they arrive (H04, U01)', async () => {
  const shop = await openShop({ path: '/terms-conditions', products });
  const release = shop.hold('productsBestSelling');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Best sellers' }).click();
  await expect.element(paper).toBeVisible();
  expect(paper.element().querySelectorAll('[data-skeleton]')).toHaveLength(10);
  release();
  await expect.element(cards).toHaveLength(10);
  expect(shop.queriesOf('productsBestSelling').map(({ limit }) => limit)).toEqual(['10']);
});

test('requests no best sellers again when the window, the network or the reader comes back (U11)', async () => {
  const shop = await openShop({ path: '/terms-conditions', products });
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Best sellers' });
  await link.click();
  await expect.element(cards).toHaveLength(10);
  for (const name of ['blur', 'focus', 'offline', 'online']) dispatchEvent(new Event(name));
  document.dispatchEvent(new Event('visibilitychange'));
  history.back();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Terms and conditions');
  await link.click();
  await expect.element(cards).toHaveLength(10);
  // Another request of the same call is the last that could have come.
  await userEvent.selectOptions(sortMenu, 'a-z');
  const sorts = () => shop.queriesOf('productsBestSelling').map(({ sort }) => sort);
  await expect.poll(sorts).toContain('a-z');
  expect(sorts()).toHaveLength(2);
});

test('lists what sold most, sorts and pages it (H03)', async () => {
  const shop = await openShop({ path: '/best-sellers', products });
  const expected = (part: Record<string, string>) =>
    titlesOf(shop.ask('productsBestSelling', { limit: '10', ...part }));
  await expect.poll(titles).toEqual(expected({}));

  await userEvent.selectOptions(sortMenu, 'price-low-high');
  await expect.poll(shownUrl).toBe('/best-sellers?sort=price-low-high');
  await expect.poll(titles).toEqual(expected({ sort: 'price-low-high' }));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(shownUrl).toBe('/best-sellers?sort=price-low-high&page=2');
  await expect.poll(titles).toEqual(expected({ sort: 'price-low-high', page: '2' }));
});

test('searches among the best sellers after a pause, and says when none matches (H01, H02, H05)', async () => {
  const shop = await openShop({ path: '/best-sellers', products });
  const [best = ''] = titlesOf(shop.ask('productsBestSelling', { limit: '10' }));
  const [word = ''] = best.split(' ');
  await expect.element(cards).toHaveLength(10);
  const asked = shop.queriesOf('productsBestSelling').length;
  const searched = () =>
    shop
      .queriesOf('productsBestSelling')
      .slice(asked)
      .map(({ search }) => search);
  await box.click();
  stopTime();

  await userEvent.keyboard('   ');
  vi.advanceTimersByTime(1000);
  await userEvent.keyboard(word);
  vi.advanceTimersByTime(299);
  await drawn();
  expect(shownUrl()).toBe('/best-sellers');
  expect(searched()).toEqual([]);
  vi.advanceTimersByTime(1);
  await expect.poll(searched).toEqual([word]);
  const found = titlesOf(shop.ask('productsBestSelling', { limit: '10', search: word }));
  await expect.poll(titles).toEqual(found);
  expect(found[0]).toBe(best);

  await box.fill('zeppelinquartz');
  vi.advanceTimersByTime(300);
  await expect.element(nothingFound).toBeVisible();
  await expect.element(sortMenu).toHaveLength(0);
});
