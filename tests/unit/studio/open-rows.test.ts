import { expect, test } from 'vitest';
import {
  type OpenRows,
  shownRows,
  withChanged,
  withOpen,
  withoutOpen,
} from '#studio/features/designs/open-rows.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly price: number;
  readonly title?: string;
}

const fox: Row = { id: 'fox', version: 3, price: 12, title: 'Foxes' };
const fern: Row = { id: 'fern', version: 1, price: 8 };
const moon: Row = { id: 'moon', version: 1, price: 20 };
const none: OpenRows<Row> = new Map();

test('every row whose price is being typed stays when a reload drops it, above the list', () => {
  const open = withOpen(withOpen(none, fox), fern);

  expect(shownRows(open, [moon])).toEqual([fox, fern, moon]);
  expect(shownRows(open, [moon, fox])).toEqual([fern, moon, fox]);
});

test('closing one row leaves the other open', () => {
  const open = withoutOpen(withOpen(withOpen(none, fox), fern), 'fox');

  expect(shownRows(open, [moon])).toEqual([fern, moon]);
});

test('an open row that was dropped shows the price that somebody else saved', () => {
  const open = withChanged(withOpen(none, fox), { id: 'fox', version: 4, price: 15 });

  expect(shownRows(open, [])).toEqual([{ ...fox, version: 4, price: 15 }]);
});

test('an answer that arrives after a newer one changes nothing', () => {
  const open = withOpen(none, fox);

  expect(withChanged(open, { id: 'fox', version: 2, price: 9 })).toEqual(open);
});

test('an answer that arrives after its row was closed doesn’t open it again', () => {
  const open = withChanged(withoutOpen(withOpen(none, fox), 'fox'), { ...fox, price: 15 });

  expect(shownRows(open, [moon])).toEqual([moon]);
});
