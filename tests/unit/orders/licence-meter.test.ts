import { expect, test } from 'vitest';
import { utcDay } from '#contract/wire/day-in.ts';
import { countsCsv } from '#features/orders/counts-csv.ts';
import { meterNote, meterText } from '#features/orders/meter-words.ts';
import { nothingSold } from '#offline/views/sold-view.ts';
import { makeItem, makeOrder } from '#tests/support/make-order.ts';

const counted = (sold: number) => ({ sold, entries: 1, recent: [] });

test('a licence says how many of its goods were sold', () => {
  expect(meterText(64, 100)).toBe('64 of 100 sold');
});

test.each([
  [79, null],
  [80, 'Only 20 left.'],
  [99, 'Only 1 left.'],
  [100, 'This licence is used up.'],
  [130, '30 more than this licence covers.'],
])('%i of 100 sold goods are noted with %s', (sold, note) => {
  expect(meterNote(sold, 100)).toBe(note);
});

test('the counts are saved as CSV, with what waits on the device', () => {
  const orders = [
    makeOrder({
      items: [
        makeItem({ _id: 'owl', counted: counted(60), licenceItems: 250 }),
        makeItem({ _id: 'fox', productName: 'Fox, asleep', isRevoked: true, counted: counted(5) }),
      ],
    }),
    makeOrder({ status: 'Pending' }),
  ];
  const sold = { ...nothingSold, waiting: [{ opId: 'op', licenceId: 'owl', delta: 4 }] };

  expect(countsCsv(orders, sold, utcDay)?.split('\r\n')).toEqual([
    '\ufeffDesign,Order,Bought,Licence,In force,Covers,Sold',
    'Night Owls,PW-1,2026-03-04,Small business,yes,250,64',
    '"Fox, asleep",PW-1,2026-03-04,Small business,no,100,5',
    '',
  ]);
});

test('no CSV is offered while nothing is counted', () => {
  const orders = [makeOrder({ items: [makeItem({ counted: counted(0) })] })];
  expect(countsCsv(orders, nothingSold, utcDay)).toBeNull();
  expect(countsCsv([], nothingSold, utcDay)).toBeNull();
});
