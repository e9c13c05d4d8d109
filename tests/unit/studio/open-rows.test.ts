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
  readonly price: number;
}

const fox: Row = { id: 'fox', price: 12 };
const fern: Row = { id: 'fern', price: 8 };
const moon: Row = { id: 'moon', price: 20 };
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
  const open = withChanged(withOpen(none, fox), { ...fox, price: 15 });

  expect(shownRows(open, [])).toEqual([{ id: 'fox', price: 15 }]);
});

test('an answer that arrives after its row was closed doesn’t open it again', () => {
  const open = withChanged(withoutOpen(withOpen(none, fox), 'fox'), { ...fox, price: 15 });

  expect(shownRows(open, [moon])).toEqual([moon]);
});
