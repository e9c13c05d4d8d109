import { expect, test } from 'vitest';
import { countText, showText } from '#features/catalogue/count-text.ts';
import { foundText } from '#features/catalogue/found-text.ts';

const page = { status: 'ready', products: [], retry: () => {} } as const;

test('a listing says how many designs it has and which page is shown', () => {
  expect(countText({ ...page, total: 1, totalPages: 1 }, 1)).toBe('1 design');
  expect(countText({ ...page, total: 60, totalPages: 3 }, 2)).toBe('60 designs · page 2 of 3');
  expect(countText({ ...page, total: null, totalPages: 400 }, 7)).toBe('Page 7 of 400');
});

test('a search says how many designs have every word, and how many are close', () => {
  expect(foundText({ total: 20, exact: 1 })).toBe('1 design · 19 close');
  expect(foundText({ total: 20, exact: 0 })).toBe('No exact match · 20 close');
  expect(foundText({ total: 20, exact: 20 })).toBe('20 designs');
  expect(foundText({ total: 0, exact: 0 })).toBe('0 designs');
  // An older server doesn't say.
  expect(foundText({ total: 20 })).toBe('20 designs');
  const found = foundText({ total: 20, exact: 1 });
  expect(countText({ ...page, total: 20, totalPages: 2, found }, 2)).toBe(
    '1 design · 19 close · page 2 of 2',
  );
});

test('a listing of a device that has a part of the shop says how large that part is', () => {
  const among = { stored: 10_000, published: 12_345 };
  expect(countText({ ...page, total: 3, totalPages: 1, among }, 1)).toBe(
    '3 designs · only the newest 10,000 of 12,345 designs are on this device',
  );
});

test('groups thousands on the button that shows the listing, as above the cards', () => {
  expect(showText({ status: 'ready', total: 12_345 })).toBe('Show 12,345 designs');
  expect(showText({ status: 'ready', total: 1 })).toBe('Show 1 design');
  expect(showText({ status: 'ready', total: null })).toBe('Show designs');
  expect(showText({ status: 'loading', total: null })).toBe('Show designs');
});
