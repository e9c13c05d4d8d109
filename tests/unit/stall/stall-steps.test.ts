import { expect, test } from 'vitest';
import { showingEntry } from '#features/stall/stall-entry.ts';
import { placeByKey, placeOfShown } from '#features/stall/stall-steps.ts';

test('keys lead through the designs and stop at both ends', () => {
  expect(placeByKey('ArrowRight', 0, 3)).toBe(1);
  expect(placeByKey('ArrowRight', 2, 3)).toBe(2);
  expect(placeByKey('ArrowLeft', 0, 3)).toBe(0);
  expect(placeByKey('End', 0, 1000)).toBe(999);
  expect(placeByKey('Home', 7, 1000)).toBe(0);
  expect(placeByKey('a', 1, 3)).toBeNull();
});

test('only the start screen’s own history entry shows designs', () => {
  expect(showingEntry({ stall: 'showing', productId: 'fox' })).toMatchObject({ productId: 'fox' });
  expect(showingEntry({ stall: 'guard' })).toBeNull();
  expect(showingEntry({ product: {} })).toBeNull();
  expect(showingEntry(null)).toBeNull();
});

test('the shown design stays while others are added or removed before it', () => {
  const list = (...ids: string[]) => ids.map((productId) => ({ productId }));
  const shown = { productId: 'b', place: 1 };
  expect(placeOfShown(list('a', 'b', 'c'), shown)).toBe(1);
  expect(placeOfShown(list('new', 'a', 'b', 'c'), shown)).toBe(2);
  expect(placeOfShown(list('b', 'c'), shown)).toBe(0);
  // It is gone itself.
  expect(placeOfShown(list('a', 'c'), shown)).toBe(1);
  expect(placeOfShown(list('a'), shown)).toBe(0);
});
