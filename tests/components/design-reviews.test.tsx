import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { productPath } from '#contract/shop/paths.ts';
import type { ShownReview } from '#contract/shop/review.ts';
import { openShop, resize } from '#tests/support/open-shop.tsx';
import { lose } from '#tests/support/shop-at-fetch.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { faults } from '#tests/support/sound-screen.ts';

const [first, ...others] = smallCatalogue;
if (!first) throw new Error('The catalogue is empty');
const rated = { ...first, rating: { average: 4.67, count: 12 } };
const path = productPath(first._id);
const part = page.getByRole('region', { name: 'What buyers say' });

const review = (number: number): ShownReview => ({
  ...{ _id: String(number).padStart(24, 'a'), name: 'Ada S.', stars: 4, photo: null },
  ...{ text: `<b>Soft</b> fox ${number}.`, writtenAt: '2026-03-05T01:07:00.000Z' },
});

test('a design shows its average and its reviews, page by page', async () => {
  const shop = await openShop({
    path,
    products: [rated, ...others],
    prepare({ handlers }) {
      handlers.designReviews = ({ query }) => ({
        reviews: query.page === 1 ? [review(1), review(2)] : [review(3)],
        totalPages: 2,
      });
    },
  });
  await expect.element(part).toMatchTextContent('4.67 of 5, from 12 reviews');
  await expect.element(part).toMatchTextContent('Only accounts that bought this design');
  await expect.element(part).toMatchTextContent('<b>Soft</b> fox 2.');
  const average = part.getByRole('img', { name: '4.67 of 5 stars' });
  await expect.element(average).toHaveTextContent('★★★★☆');
  for (const width of [360, 1440]) {
    await resize(width, 900);
    expect(await faults()).toEqual([]);
    const region = part.element();
    const above = region.previousElementSibling?.getBoundingClientRect().bottom ?? Number.NaN;
    expect(region.getBoundingClientRect().top - above).toBeGreaterThanOrEqual(24);
  }
  await part.getByRole('button', { name: 'More reviews' }).click();
  await expect.element(part).toMatchTextContent('<b>Soft</b> fox 3.');
  await expect.element(part.getByRole('listitem')).toHaveLength(3);
  await expect.element(part.getByRole('list').last()).toHaveFocus();
  await expect.element(part.getByRole('button')).toHaveLength(0);
  expect(shop.queriesOf('designReviews')).toEqual([{ page: '1' }, { page: '2' }]);
});

test('a design without reviews shows nothing of them, and asks for none', async () => {
  const shop = await openShop({ path, products: smallCatalogue });
  await expect.element(page.getByRole('heading', { name: 'Description' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^See all designs by/ })).toBeVisible();
  await expect.element(part).not.toBeInTheDocument();
  expect(shop.queriesOf('designReviews')).toEqual([]);
});

test('without the shop the average stays, and the reviews are asked for again', async () => {
  const shop = await openShop({
    path,
    products: [rated, ...others],
    prepare: ({ handlers }) => {
      handlers.designReviews = lose;
    },
  });
  await expect.element(part).toMatchTextContent('4.67 of 5, from 12 reviews');
  await expect.element(part).toMatchTextContent('The reviews couldn’t be loaded.');
  shop.handlers.designReviews = () => ({ reviews: [review(1)], totalPages: 1 });
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect.element(part).toMatchTextContent('<b>Soft</b> fox 1.');
});
