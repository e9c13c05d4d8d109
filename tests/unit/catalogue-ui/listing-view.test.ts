import { expect, test } from 'vitest';
import type { Product } from '#contract/shop/product.ts';
import { listingView } from '#features/catalogue/listing-view.ts';

const refetch = async () => undefined;
const page = { products: [{} as Product], totalPages: 1, total: 1 };

test('is idle until something was requested, then loading', () => {
  expect(listingView(undefined, { status: 'uninitialized', refetch }).status).toBe('idle');
  expect(listingView(undefined, { status: 'pending', refetch }).status).toBe('loading');
});

test('shows a loaded page, whatever happens to a later request', () => {
  expect(listingView(page, { status: 'rejected', refetch })).toMatchObject({
    status: 'ready',
    ...page,
  });
});

test('has failed if there is nothing to show, and retries on request', () => {
  let asked = 0;
  const view = listingView(undefined, {
    status: 'rejected',
    refetch: async () => {
      asked += 1;
    },
  });
  view.retry();
  expect(view.status).toBe('failed');
  expect(asked).toBe(1);
});
