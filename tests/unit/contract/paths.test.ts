import { describe, expect, test } from 'vitest';
import { itemLicencePath, orderPath } from '#contract/shop/own-paths.ts';
import { matchPath, productPath } from '#contract/shop/paths.ts';

describe('a path of the shop', () => {
  test('matches with its parameters, with or without a trailing slash', () => {
    expect(matchPath('/shop/')).toEqual({ name: 'shop', params: {} });
    expect(matchPath(productPath('ab/c'))).toEqual({ name: 'product', params: { id: 'ab/c' } });
    expect(matchPath(itemLicencePath('one', 'two'))).toEqual({
      name: 'itemLicence',
      params: { order: 'one', item: 'two' },
    });
  });

  test('does not match if a part is missing, empty or extra', () => {
    for (const path of [
      '/product-details',
      '/product-details/',
      '/product-details/a/b',
      '/dashboard/my-orders/one/licence',
      '/dashboard/my-orders//licence/two',
    ]) {
      expect(matchPath(path), path).toBeNull();
    }
  });

  test('does not match if an escape is broken', () => {
    expect(matchPath('/product-details/%E0%A4%A')).toBeNull();
  });

  test('of an order opens its details', () => {
    expect(orderPath('a b')).toBe('/dashboard/my-orders?order=a%20b');
  });
});
