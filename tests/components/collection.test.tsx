import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { collectionPath } from '#contract/shop/paths.ts';
import { openShop, shownUrl } from '#tests/support/open-shop.tsx';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';

test('goes on from an address that a collection had before to the present one', async () => {
  const [first] = smallCatalogue;
  if (!first) throw new Error('no design');
  await openShop({
    path: `${collectionPath('wood')}?from=mail`,
    products: smallCatalogue,
    prepare: ({ handlers }) => {
      handlers.collections = () => ({
        collections: [
          {
            _id: 'c'.repeat(24),
            slug: 'forest',
            formerSlugs: ['wood'],
            name: 'In the forest',
            description: '',
            image: {
              ...first.images[0],
              url: '/images/forest.webp',
              width: 640,
              height: 640,
              color: '#ffffff',
            },
            productIds: [first._id],
            singlesPrice: 10,
            price: null,
            whole: null,
          },
        ],
      });
    },
  });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'In the forest' }))
    .toBeVisible();
  expect(shownUrl()).toBe(`${collectionPath('forest')}?from=mail`);
});
