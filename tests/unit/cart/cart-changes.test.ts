import { describe, expect, test } from 'vitest';
import type { ListLine } from '#offline/outbox/rows.ts';
import { cartChanges, firstSeen } from '#offline/views/cart-changes.ts';

function line(
  productId: string,
  price: number,
  options: Partial<ListLine['snapshot']> = {},
): ListLine {
  const at = '2026-01-01T00:00:00.000Z';
  const seen = { title: productId, image: '', price, discountedPrice: null, seenAt: at };
  return { productId, addedAt: at, snapshot: { ...seen, isAvailable: true, ...options } };
}

const changes = (before: ListLine[], after: ListLine[]) =>
  cartChanges(before, after).map(({ productId, kind, from, to }) => [productId, kind, from, to]);

describe('the differences between a cart as shown and as it is', () => {
  test('are empty if nothing that a buyer pays has changed', () => {
    expect(
      changes([line('fox', 5)], [line('fox', 5, { seenAt: '2026-02-02T00:00:00.000Z' })]),
    ).toEqual([]);
    expect(changes([line('fox', 5)], [line('fox', 9, { discountedPrice: 5 })])).toEqual([]);
  });

  test('name what became dearer or cheaper, by the price to pay', () => {
    const before = [line('fox', 5), line('moon', 8, { discountedPrice: 6 })];
    const after = [line('fox', 7), line('moon', 8, { discountedPrice: 4 })];
    expect(changes(before, after)).toEqual([
      ['fox', 'dearer', 5, 7],
      ['moon', 'cheaper', 6, 4],
    ]);
  });

  test('name what was added, removed, and is no longer sold', () => {
    const before = [line('fox', 5), line('moon', 6)];
    const after = [line('whale', 3), line('fox', 5, { isAvailable: false })];
    expect(changes(before, after)).toEqual([
      ['whale', 'added', null, 3],
      ['fox', 'gone', 5, null],
      ['moon', 'removed', 6, null],
    ]);
  });

  test('ignore designs that were not sold before and still are not', () => {
    const gone = line('fox', 5, { isAvailable: false });
    expect(changes([gone], [gone])).toEqual([]);
    expect(changes([gone], [])).toEqual([]);
  });
});

test('remembers each line as first seen, and changes nothing without a new line', () => {
  const before = [line('fox', 5)];
  const fern = line('fern', 3);
  expect(firstSeen(before, [line('fox', 7)])).toBe(before);
  expect(firstSeen(before, [fern, line('fox', 7)])).toEqual([line('fox', 5), fern]);
});
