import type { Page } from '@playwright/test';
import { paths, searchPath } from '#contract/shop/paths.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const box = (page: Page) => page.getByRole('banner').getByRole('searchbox');
const panel = (page: Page) => page.locator('[data-suggestions]');

/** The first three letters of a word that some design's title begins with. */
async function typedStart(products: readonly { readonly title: string }[]) {
  const word = products[0]?.title.split(' ')[0]?.toLowerCase() ?? '';
  return word.slice(0, 3);
}

test('suggests designs, searches and categories while typing', { tag: ['@C07'] }, async ({
  page,
  api,
}) => {
  const [category] = (await api.call('filterOptions')).categories;
  if (!category) throw new Error('The studio has no category');
  await page.goto(paths.shop.path);
  await box(page).pressSequentially(category.name.slice(0, 4));
  const suggested = await api.call('productsSuggest', {
    query: { query: category.name.slice(0, 4) },
  });
  expect(suggested.products.length).toBeGreaterThan(0);
  expect(suggested.words.length).toBeGreaterThan(0);
  for (const { title } of suggested.products) {
    await expect(panel(page).getByRole('link', { name: title })).toBeVisible();
  }
  await expect(
    page.getByRole('status').filter({ hasText: /suggestions\. Use the arrow keys/ }),
  ).toBeAttached();
  await panel(page).getByRole('link', { name: category.name, exact: true }).click();
  await expect(page).toHaveURL(`${paths.shop.path}?category=${category._id}`);
  await expect(panel(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
});

test('can be used with the keyboard alone', async ({ page, api }) => {
  await page.goto(paths.shop.path);
  const typed = await typedStart(await api.products());
  const { words } = await api.call('productsSuggest', { query: { query: typed } });
  const [word] = words;
  if (!word) throw new Error(`Nothing completes ${typed}`);
  await box(page).pressSequentially(typed);
  const links = panel(page).getByRole('link');
  await expect(links.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(links.last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue(typed);

  // Typing opens them again; Tab leaves them.
  await page.keyboard.press('Backspace');
  await expect(links.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(searchPath((await firstWord(api, typed.slice(0, -1))) ?? ''));
});

test('keeps the suggestion that has the focus when others come', async ({ page, api }) => {
  await page.goto(paths.shop.path);
  const typed = await typedStart(await api.products());
  const isAsked = ({ pathname, searchParams }: URL) =>
    pathname.endsWith('/suggest') && searchParams.get('query') === typed;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isAsked, async (route) => {
    await released;
    const words = [{ text: 'something else', count: 1 }];
    await route.fulfill({ json: { success: true, words, products: [], categories: [] } });
  });
  await box(page).pressSequentially(typed.slice(0, -1));
  const links = panel(page).getByRole('link');
  await expect(links.first()).toBeVisible();
  const asked = page.waitForRequest((request) => isAsked(new URL(request.url())));
  await page.keyboard.type(typed.slice(-1));
  await asked;
  await page.keyboard.press('ArrowDown');
  await expect(links.first()).toBeFocused();
  const answered = page.waitForResponse((answer) => isAsked(new URL(answer.url())));
  release();
  await (await answered).finished();
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).toBeFocused();
  await expect(links).toHaveText([/^something else/]);
});

async function firstWord(
  api: {
    call: (
      name: 'productsSuggest',
      request: { query: { query: string } },
    ) => Promise<{ words: readonly { text: string }[] }>;
  },
  typed: string,
) {
  return (await api.call('productsSuggest', { query: { query: typed } })).words[0]?.text;
}

test('fits the screen at each width and has no axe violations', async ({ page, api }) => {
  await page.goto(paths.shop.path);
  await box(page).pressSequentially(await typedStart(await api.products()));
  for (const width of [360, 768, 1440]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 780 });
      await expect(panel(page).getByRole('link').first()).toBeVisible();
      const at = await panel(page).boundingBox();
      expect(at?.x).toBeGreaterThanOrEqual(0);
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(width);
      for (const link of await panel(page).getByRole('link').all()) {
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await faults(page)).toEqual([]);
    });
  }
});

test('offers similar searches and a custom request if nothing is found', {
  tag: ['@H05'],
}, async ({ page, api }) => {
  const [design] = await api.products();
  const [word = ''] = design?.title.split(' ') ?? [];
  // Two letters wrong: more typos than a search tolerates.
  const missed = `${word.slice(0, 2)}qx${word.slice(4)}zeppelin`;
  const text = `${word} ${missed}`;
  const { nearest } = await api.call('productsSearch', { query: { query: text } });
  expect(nearest.length).toBeGreaterThan(0);
  await page.goto(searchPath(text));
  await expect(page.getByRole('heading', { name: 'No products found.' })).toBeVisible();
  const [first] = nearest;
  const other = page.getByRole('region', { name: `Designs for ${first?.text}` });
  await expect(other.getByRole('article')).toHaveCount(first?.products.length ?? 0);
  // A part of what was typed is no correction.
  await expect(other.getByRole('heading').first()).toHaveText(/^Designs for /);
  await expect(page.getByRole('heading', { name: 'Not in the shop yet?' })).toBeVisible();
  await other.getByRole('link', { name: first?.text ?? '', exact: true }).click();
  await expect(page).toHaveURL(searchPath(first?.text ?? ''));
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('article')).not.toHaveCount(
    0,
  );
});

test('asks whether a corrected word was meant', { tag: ['@H05'] }, async ({ page, api }) => {
  const titles = (await api.products()).map(({ title }) => title.toLowerCase());
  const word = titles.join(' ').match(/\b[a-z]{6,}\b/)?.[0] ?? '';
  const missed = `${word.slice(0, 2)}qx${word.slice(4)}`;
  await page.goto(searchPath(missed));
  const other = page.getByRole('region', { name: `Designs for ${word}`, exact: true });
  await expect(other.getByRole('heading').first()).toHaveText(
    new RegExp(`^Did you mean ${word}\\?`),
  );
});
