import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { openShop } from '#tests/support/open-shop.tsx';

const terms = page.getByRole('banner').getByRole('link', { name: 'T&C' });

// Another document would end this one, and the test with it.
test('a link opens its page in the same document', async () => {
  await openShop({ path: paths.shop.path });
  await terms.click();
  await expect.poll(() => location.pathname).toBe(paths.terms.path);
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Terms and conditions');
});

test('a link to the current page adds nothing to the history', async () => {
  await openShop({ path: paths.terms.path });
  await expect.element(terms).toBeVisible();
  const { length } = history;
  await terms.click();
  await expect.element(terms).toHaveAttribute('aria-current', 'page');
  expect(history.length).toBe(length);
});
