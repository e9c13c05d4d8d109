import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths, productPath } from '#contract/shop/paths.ts';
import { makeProduct } from '#tests/support/arbitrary-products.ts';
import { openShop } from '#tests/support/open-shop.tsx';

const design = makeProduct({ _id: '1'.repeat(24), title: 'Fox nap' });
const heading = page.getByRole('heading', { level: 1 });
const terms = 'Terms and conditions · Pinwheel';
const spoken = () => document.querySelector('p[aria-live="polite"]')?.textContent;

/** Goes from the terms to a design, whose data the page doesn't have yet. */
async function openFromTerms(productId: string) {
  const shop = await openShop({ path: paths.signIn.path, products: [design] });
  // A document's first view isn't announced.
  await shop.goto(paths.terms.path);
  await expect.poll(spoken).toBe(terms);
  const answer = shop.hold('product');
  history.pushState({}, '', productPath(productId));
  dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  return answer;
}

test('announces a design opened without its data once it has loaded', async () => {
  const answer = await openFromTerms(design._id);
  await expect.element(page.getByRole('main')).toHaveFocus();
  await expect.element(page.getByRole('img', { name: 'Loading the design' })).toBeVisible();
  expect(spoken()).toBe(terms);

  answer();
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toHaveTextContent(design.title);
  await expect.poll(() => document.title).toBe(`${design.title} · Pinwheel`);
  await expect.poll(spoken).toBe(`${design.title} · Pinwheel`);
});

test('a missing design has its own title', async () => {
  const answer = await openFromTerms('e'.repeat(24));
  answer();
  const title = 'This design is no longer available · Pinwheel';
  await expect.poll(() => document.title).toBe(title);
  await expect.poll(spoken).toBe(title);
  await expect.element(heading).toHaveFocus();
});

test('Back to a page where the header was skipped arrives at the heading like any other navigation', async () => {
  await openShop({ path: paths.terms.path });
  (await page.getByRole('link', { name: 'Skip to the page' }).findElement()).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#main');
  await page.getByRole('link', { name: 'SHOP' }).click();
  await expect.element(heading).toHaveFocus();
  history.back();
  await expect.element(heading).toHaveTextContent('Terms and conditions');
  await expect.element(heading).toHaveFocus();
});
