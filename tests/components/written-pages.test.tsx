import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '#contract/shop/paths.ts';
import { writtenPages } from '#contract/shop/written-page.ts';
import { openShop, resize, textsOf } from '#tests/support/open-shop.tsx';
import { lose } from '#tests/support/shop-at-fetch.ts';

const main = page.getByRole('main');
const heading = main.getByRole('heading', { level: 1 });
const footer = page.getByRole('contentinfo');
const titles = {
  about: 'About us',
  privacy: 'Privacy',
  imprint: 'Imprint',
  accessibility: 'Accessibility',
};

test('the footer leads to each page of text', async () => {
  await openShop({ path: paths.about.path });
  for (const name of writtenPages) {
    await footer.getByRole('link', { name: titles[name], exact: true }).click();
    await expect.element(heading).toHaveTextContent(titles[name]);
    await expect.element(main.getByText('Version 2026-11-30')).toBeVisible();
  }
});

test.each([360, 768, 1440])('no page of text scrolls sideways at %i px', async (width) => {
  await resize(width, 800);
  const shop = await openShop({ path: paths.about.path });
  for (const name of writtenPages) {
    await shop.goto(paths[name].path);
    await expect.element(heading).toHaveTextContent(titles[name]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  }
});

test('without people of its own, the page about the shop names its designers', async () => {
  await openShop({ path: paths.about.path });
  const people = main.getByRole('region', { name: 'Who we are' });
  await expect
    .poll(() => textsOf(people.getByRole('heading', { level: 3 })))
    .toEqual(['Clementine Fox', 'Juniper Moon']);
  await expect
    .element(people.getByRole('link', { name: 'Designs by Juniper Moon' }))
    .toHaveAttribute('href', '/shop?designer=Juniper%20Moon');
});

test('a page that couldn’t be loaded can be tried again', async () => {
  const shop = await openShop({ path: paths.home.path });
  const { writtenPages: answer } = shop.handlers;
  shop.handlers.writtenPages = lose;
  await shop.goto(paths.privacy.path);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  Object.assign(shop.handlers, { writtenPages: answer });
  await again.click();
  await expect.element(heading).toHaveTextContent('Privacy');
});
